import { describe, expect, test } from 'vitest';
import { digestOfJson, GENESIS_DIGEST } from '../../../../functions/evaluation/domain/canonical-json.ts';
import {
  coreOf,
  faultInLedger,
  faultInRun,
  GENESIS,
  linkedEvent,
  PAYLOAD_BYTES,
} from '../../../../functions/evaluation/domain/ledger/chain.ts';
import type { EventDraft, LedgerEvent } from '../../../../functions/evaluation/domain/ledger/event.ts';

const RUN = 'wrun_01JD0000000000000000000000';
const draft: EventDraft = { type: 'workflow.validated', payload: { baseline_run_id: null, share: 0.1 } };
const position = {
  tenant: 'shop',
  key: { workflow_run_id: RUN },
  run: GENESIS,
  ledger: GENESIS,
  timestamp: '2026-11-22T02:00:00.000Z',
};
const first = linkedEvent(draft, position);
const second = linkedEvent(
  { type: 'framework.attempted', payload: { status: 'running' }, producer: { kind: 'host', host_id: 'h1' } },
  {
    ...position,
    run: { sequence: 1, digest: first.digest },
    ledger: { sequence: 1, digest: first.chain_digest },
  },
);

describe('an event (evaluation 3.10)', () => {
  test('has an id of its tenant, run and run_sequence, and two digests', () => {
    expect(first).toEqual({
      // sha256 of `shop|wrun_01JD0000000000000000000000|1`, calculated by sha256sum.
      event_id: 'evt_818fa8cd2a91f96c1f2d5f3b1a09b4fb',
      tenant_id: 'shop',
      workflow_run_id: RUN,
      run_sequence: 1,
      run_prev_digest: GENESIS_DIGEST,
      type: 'workflow.validated',
      timestamp: '2026-11-22T02:00:00.000Z',
      schema_version: '1',
      producer: { kind: 'kernel' },
      payload: { baseline_run_id: null, share: 0.1 },
      digest: digestOfJson(coreOf(first)),
      sequence: 1,
      prev_chain_digest: GENESIS_DIGEST,
      chain_digest: digestOfJson({ prev: GENESIS_DIGEST, sequence: 1, event_digest: first.digest }),
    });
  });

  test('names no run if it is of a policy, and has an id from its policy', () => {
    const event = linkedEvent(
      { type: 'online_policy.evaluated', payload: {} },
      { ...position, key: { policy_id: 'pol_1' } },
    );
    expect(event).not.toHaveProperty('workflow_run_id');
    expect(event.event_id).not.toBe(first.event_id);
  });

  test('has the batch of a worker beside its core', () => {
    const provenance = { batch_digest: GENESIS_DIGEST, keyid: 'key' };
    const event = linkedEvent({ ...draft, provenance }, position);
    expect(event).toEqual({ ...first, provenance });
  });

  test.for([
    [PAYLOAD_BYTES, true],
    [PAYLOAD_BYTES + 1, false],
  ] as const)('has at most 16 KiB of payload: %i bytes are accepted: %s', ([bytes, isTaken]) => {
    const payload = { text: 'x'.repeat(bytes - '{"text":""}'.length) };
    const link = () => linkedEvent({ ...draft, payload }, position);
    if (isTaken) expect(link().payload).toEqual(payload);
    else expect(link).toThrow(RangeError);
  });
});

describe('the two chains (evaluation 3.10)', () => {
  const behind = { sequence: 1, digest: first.chain_digest };
  const behindInRun = { sequence: 1, digest: first.digest };

  test('have no fault as they were written', () => {
    expect(faultInLedger(first, GENESIS)).toBeNull();
    expect(faultInLedger(second, behind)).toBeNull();
    expect(faultInRun(first, GENESIS)).toBeNull();
    expect(faultInRun(second, behindInRun)).toBeNull();
  });

  test.for<[string, Partial<LedgerEvent>, string, string | null]>([
    ['payload', { payload: { status: 'succeeded' } }, 'digest', 'digest'],
    ['time', { timestamp: '2026-11-22T02:00:00.001Z' }, 'digest', 'digest'],
    ['digest', { digest: GENESIS_DIGEST }, 'digest', 'digest'],
    ['sequence', { sequence: 3 }, 'sequence', null],
    ['previous link', { prev_chain_digest: GENESIS_DIGEST }, 'previous', null],
    ['chain digest', { chain_digest: GENESIS_DIGEST }, 'digest', null],
    ['run_sequence', { run_sequence: 3 }, 'digest', 'sequence'],
    ['run_prev_digest', { run_prev_digest: GENESIS_DIGEST }, 'digest', 'previous'],
  ])('have a fault with another %s', ([, change, inLedger, inRun]) => {
    const forged = { ...second, ...change };
    expect(faultInLedger(forged, behind)).toBe(inLedger);
    expect(faultInRun(forged, behindInRun)).toBe(inRun);
  });
});
