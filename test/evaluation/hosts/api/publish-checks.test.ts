import { beforeEach, describe, expect, test } from 'vitest';
import { digestOfJson } from '../../../../functions/evaluation/domain/canonical-json.ts';
import {
  measured,
  type Payload,
  publishedWork,
  type TestEvent,
  type Work,
} from '../../../support/evaluation/published-work.ts';
import { envelopeOf, federatedStage, hostKey, type TestHost } from '../../../support/stages/federated-stage.ts';

const stage = federatedStage();
const by = publishedWork(stage);
const { event, fiveMinutes, iso } = by;
let host: TestHost;
const work = (other = host) => by.work(other);
const publish = (envelope: unknown, other = host) => by.publish(envelope, other);
const published = (payload: unknown, other = host) => by.published(payload, other);

beforeEach(async () => {
  host = await stage.host();
});

type Change = (work: Work) => unknown;
const changed =
  (change: (payload: Payload) => object): Change =>
  ({ payload, host: publisher }) =>
    published({ ...payload, ...change(payload) }, publisher);
const later = (change: (payload: Payload) => object) => (payload: Payload) => ({
  events: payload.events.with(1, {
    ...payload.events[1],
    payload: { ...payload.events[1]?.payload, ...change(payload) },
  } as TestEvent),
});

/** Each row fails one check and would pass all later ones. In the order of the checks. */
const REFUSALS: [code: string, status: number, because: string, send: Change][] = [
  [
    'invalid_envelope',
    400,
    'no signature',
    ({ payload }) => publish({ ...envelopeOf(JSON.stringify(payload), host.key), signatures: [] }),
  ],
  [
    'invalid_envelope',
    400,
    'no base64',
    ({ payload }) => publish({ ...envelopeOf(JSON.stringify(payload), host.key), payload: '*' }),
  ],
  [
    'invalid_envelope',
    400,
    'a name twice',
    ({ payload }) =>
      publish(JSON.stringify(envelopeOf(JSON.stringify(payload), host.key)).replace('{', '{"payloadType":"x",')),
  ],
  [
    'key_not_trusted',
    403,
    'an unknown key',
    async ({ payload }) => publish(envelopeOf(JSON.stringify(payload), await hostKey())),
  ],
  [
    'key_not_trusted',
    403,
    'a key of another host',
    async ({ payload }) => publish(envelopeOf(JSON.stringify(payload), (await stage.host()).key)),
  ],
  [
    'signature_invalid',
    401,
    'the keyid of a good key over the signature of another',
    async ({ payload }) => publish(envelopeOf(JSON.stringify(payload), await hostKey(), { keyid: host.key.keyid })),
  ],
  [
    'signature_invalid',
    401,
    'a byte that was changed later',
    ({ payload }) => {
      const text = JSON.stringify(payload);
      return publish({
        ...envelopeOf(text, host.key),
        payload: Buffer.from(text.replace('batch-1', 'batch-2')).toString('base64'),
      });
    },
  ],
  [
    'signature_invalid',
    401,
    'a payload type that was changed later',
    ({ payload }) => publish({ ...envelopeOf(JSON.stringify(payload), host.key), payloadType: 'text/plain' }),
  ],
  [
    'unsupported_media_type',
    415,
    'another payload type',
    ({ payload }) => publish(envelopeOf(JSON.stringify(payload), host.key, { payloadType: 'application/json' })),
  ],
  ['invalid_json', 400, 'a payload that is no JSON', () => publish(envelopeOf('{', host.key))],
  [
    'duplicate_key',
    400,
    'a payload with a name twice',
    ({ payload }) => publish(envelopeOf(JSON.stringify(payload).replace('{', '{"batch_id":"x",'), host.key)),
  ],
  ['validation_failed', 422, 'another schema', changed(() => ({ schema: 'eval.event-batch/v2' }))],
  [
    'event_append_forbidden',
    403,
    "a type that is the kernel's",
    changed(({ events }) => ({ events: [...events.slice(0, 1), event(2, 'workflow.completed', {})] })),
  ],
  ['forbidden', 403, 'another tenant', changed(() => ({ tenant_id: 'other' }))],
  ['forbidden', 403, 'another host', changed(() => ({ host_id: 'host_01KAWDGM00ABCDEFGHJKMNPQRS' }))],
  ['forbidden', 403, 'another run', changed(() => ({ workflow_run_id: 'wrun_01KAWDGM00ABCDEFGHJKMNPQRS' }))],
  [
    'forbidden',
    403,
    'another attempt inside an event',
    changed(later(() => ({ attempt_id: 'fatt_01KAWDGM00ABCDEFGHJKMNPQRS_001' }))),
  ],
  [
    'forbidden',
    403,
    'an attempt that the host never held',
    async () => {
      const other = await stage.host();
      const { payload } = await work(other);
      return published({ ...payload, host_id: host.host_id });
    },
  ],
  [
    'lease_lost',
    409,
    'an attempt that the host held and lost',
    async ({ payload }) => {
      stage.pass(60_000);
      return published({ ...payload, ...fiveMinutes() });
    },
  ],
  [
    'token_expired',
    401,
    'expired for longer than clocks may differ',
    changed(() => ({ issued_at: iso(-300_000), expires_at: iso(-60_500) })),
  ],
  [
    'token_expired',
    401,
    'issued later than clocks may differ',
    changed(() => ({ issued_at: iso(62_000), expires_at: iso(300_000) })),
  ],
  [
    'token_expired',
    401,
    'good for longer than 5 minutes',
    changed(() => ({ issued_at: iso(0), expires_at: iso(300_001) })),
  ],
  [
    'sequence_gap',
    409,
    'a batch that begins later',
    changed(({ events }) => ({
      first_host_sequence: 2,
      events: events.map((one) => ({ ...one, host_sequence: one.host_sequence + 1 })),
    })),
  ],
  [
    'sequence_gap',
    409,
    'a hole inside',
    changed(({ events }) => ({ events: events.map((one, at) => ({ ...one, host_sequence: one.host_sequence + at })) })),
  ],
  [
    'lease_lost',
    409,
    'an older epoch of the same host',
    async ({ payload }) => {
      stage.pass(60_000);
      expect((await stage.lease(host)).body.lease_epoch).toBe(2);
      return published({ ...payload, ...fiveMinutes() });
    },
  ],
  [
    'artifact_not_committed',
    422,
    'an artifact that is not here',
    changed(({ events }) => ({
      events: [
        event(1, 'artifact.committed', { digest: digestOfJson('gone'), role: 'log' }),
        { ...events[1], host_sequence: 2 },
      ],
    })),
  ],
  [
    'artifact_not_committed',
    422,
    'a result that was not published as an artifact',
    changed(({ events }) => ({ events: [{ ...events[1], host_sequence: 1 }] })),
  ],
  ['illegal_transition', 422, 'back to queued', changed(later(() => ({ status: 'queued' })))],
  [
    'illegal_transition',
    422,
    'an event behind the end',
    changed(({ events }) => ({ events: [...events, event(3, 'framework.attempted', { status: 'running' })] })),
  ],
  ['illegal_transition', 422, 'cancelled without being asked', changed(later(() => ({ status: 'cancelled' })))],
  ['illegal_transition', 422, 'success without a result', changed(later(() => ({ native_result_digest: null })))],
  [
    'illegal_transition',
    422,
    'measurements before the end',
    changed(later(() => ({ status: 'running', native_result_digest: null }))),
  ],
  [
    'illegal_transition',
    422,
    'a result before the end',
    changed(later(() => ({ status: 'running', measurements: [] }))),
  ],
  [
    'inconsistent_target',
    422,
    'a measurement of another run',
    changed(later(() => ({ measurements: [{ ...measured('a', 1), target_type: 'workflow_run' }] }))),
  ],
  [
    'validation_failed',
    422,
    'the same measured twice',
    changed(later(() => ({ measurements: [measured('a', 1), measured('a', 2)] }))),
  ],
  [
    'value_type_mismatch',
    422,
    'a value of another type',
    changed(later(() => ({ measurements: [{ ...measured('a', 'x'), data_type: 'numeric' }] }))),
  ],
];

describe('a publication (evaluation 3.11, 5.11)', () => {
  test.for(REFUSALS)('is refused by %s %i: %s', async ([code, status, , send]) => {
    const given = await work();
    const before = (await stage.services.evaluation.ledger.page({ after: 'latest', limit: 1 })).next;
    const attempt = await stage.services.evaluation.runs.attempt(given.attemptId);
    const answer = (await send(given)) as Awaited<ReturnType<typeof publish>>; // publish returns this
    expect([answer.status, answer.body.code]).toEqual([status, code]);
    if (code === 'lease_lost' || answer.body.detail === 'this host holds no lease of this attempt') return;
    expect((await stage.services.evaluation.ledger.page({ after: 'latest', limit: 1 })).next).toBe(before);
    expect(await stage.services.evaluation.runs.attempt(given.attemptId)).toEqual(attempt);
  });

  test('is refused as lease_lost for an attempt that has ended', async () => {
    const { payload } = await work();
    expect((await published(payload)).status).toBe(200);
    const again = {
      ...payload,
      batch_id: 'batch-2',
      first_host_sequence: 3,
      events: [event(3, 'framework.attempted', { status: 'running' })],
    };
    expect((await published(again)).body.code).toBe('lease_lost');
  });

  test.for(['admin key', 'no credential', 'another scheme'])('is refused with the credential: %s', async (who) => {
    const { payload } = await work();
    const headers: Record<string, string> =
      who === 'admin key' ? {} : who === 'no credential' ? { 'x-api-key': '' } : { 'access-token': host.token };
    const { status } = await stage.ask(
      'POST',
      '/api/v1/eval/events/publish',
      envelopeOf(JSON.stringify(payload), host.key),
      headers,
    );
    expect(status).toBe(who === 'admin key' ? 403 : 401);
  });
});
