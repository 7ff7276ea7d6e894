import { CONFLICT, retryOnConflict } from '../../../platform/table/retry-on-conflict.ts';
import { isoText } from '../../../platform/time/iso-text.ts';
import type { Item, World, Write } from '../../../platform/world.ts';
import { type ChainKey, GENESIS, type Link, linkedEvent } from '../../domain/ledger/chain.ts';
import type { EventDraft, LedgerEvent } from '../../domain/ledger/event.ts';
import type { FrameworkAttempt } from '../../domain/runs/attempt.ts';
import type { WorkflowRun } from '../../domain/runs/run.ts';
import { changedRun, countsAfter, isActive, MAX_ACTIVE_RUNS, type RunChange } from '../../domain/runs/run-change.ts';
import { isTerminalRun } from '../../domain/runs/transitions.ts';
import type { LedgerHead, LedgerHeadStore } from './ledger-head.ts';
import { ledgerReader } from './ledger-reader.ts';
import { ledgerRow, policyChainKey, policyChainOf } from './ledger-rows.ts';
import { eventSk, RETENTION_MS, runRows } from './run-rows.ts';
import { verifyLedger } from './verify-ledger.ts';

/** Maximum events of one append (evaluation 4). */
const MAX_EVENTS = 20;
/** Two policy executions may wish to append at the same time so often. */
const POLICY_RETRY = { subject: 'the event chain of the policy', maxTries: 5 };

export type Ledger = ReturnType<typeof ledger>;

/** One atomic change of a run. */
export interface Append {
  /** As it was read: its version is the condition of the write. */
  run: WorkflowRun;
  change: RunChange;
  /** The complete attempt after the change. attempts[] of the run is updated accordingly. */
  attempt?: FrameworkAttempt;
  /** At most 20, in order. */
  events: readonly EventDraft[];
  /**
   * Further writes of the same transaction. The maximum is 99 rows in all: two per event, two for the run, one for the
   * attempt.
   */
  writes?: readonly Write[];
}

export interface Appended {
  run: WorkflowRun;
  events: LedgerEvent[];
}

/**
 * The ordered events of a tenant, and the only way to change a run (evaluation 3.10, 4). Keys: `T#<tenant>#LED` `HEAD`,
 * `T#<tenant>#LED#<sequence div 10,000>` `<sequence, 16 digits>`, and a copy with the run (run-rows.ts) or the policy
 * (`POL#<id>` `CHAIN` and `EVT#<10>`). Both copies are read consistently, without an index.
 */
export function ledger(
  { table, now, elapsed, head }: Pick<World, 'table' | 'now' | 'elapsed'> & { head: LedgerHeadStore },
  tenant: string,
) {
  const rows = runRows(tenant);

  /** Links drafts to the ends of both chains. Returns the events with the two rows of each. */
  function linked(key: ChainKey, drafts: readonly EventDraft[], chain: Link, before: LedgerHead, pk: string) {
    const at = now();
    const timestamp = isoText(at);
    let run = chain;
    let last = before.last;
    const events: LedgerEvent[] = [];
    const writes: Write[] = [];
    for (const draft of drafts) {
      const event = linkedEvent(draft, { tenant, key, run, ledger: last, timestamp });
      run = { sequence: event.run_sequence, digest: event.digest };
      last = { sequence: event.sequence, digest: event.chain_digest };
      events.push(event);
      // An event consists of JSON values only.
      const item = { ...event, expiresAt: at + RETENTION_MS } as unknown as Item;
      writes.push({ put: { ...item, ...ledgerRow(tenant, event.sequence) }, when: 'absent' });
      writes.push({ put: { ...item, pk, sk: eventSk(event.run_sequence) }, when: 'absent' });
    }
    return { run, last, events, writes };
  }

  /**
   * Writes everything together, or nothing. `conflict`: the run has changed since it was read, or a condition of
   * `writes` failed, so the caller must read and decide again. `full`: the run would leave the queue while 20 others of
   * the tenant are active. Throws IllegalTransition.
   */
  async function append(given: Append): Promise<Appended | 'conflict' | 'full'> {
    const { run, attempt, events: drafts } = given;
    if (drafts.length > MAX_EVENTS) throw new RangeError('an append has at most 20 events');
    const runId = run.workflow_run_id;
    return head.write<Appended | 'conflict' | 'full'>((before) => {
      const changed = changedRun(run, given, now());
      const isAdmitted = isActive(changed.status) && !isActive(run.status);
      if (isAdmitted && before.active >= MAX_ACTIVE_RUNS) return { answer: 'full' };
      const chain = { sequence: run.run_sequence, digest: run.run_digest };
      const link = linked({ workflow_run_id: runId }, drafts, chain, before, rows.pkOf(runId));
      const next = { ...changed, run_sequence: link.run.sequence, run_digest: link.run.digest };
      const isNew = attempt && !run.attempts.some(({ attempt_id }) => attempt_id === attempt.attempt_id);
      return {
        answer: { run: next, events: link.events },
        head: { ...countsAfter(before, run.status, next.status), last: link.last },
        writes: [
          { put: rows.runRow(next), when: { version: { equals: run.version } } },
          ...(isTerminalRun(next.status) ? [{ put: rows.listedRow(next) }] : []),
          ...(attempt ? [{ put: rows.attemptRow(attempt), ...(isNew && { when: 'absent' as const }) }] : []),
          ...link.writes,
          ...(given.writes ?? []),
        ],
      };
    }, 'conflict');
  }

  /**
   * Appends what became of a policy's execution; its chain is the policy's (evaluation 5.7). False where a condition of
   * `writes` was not met.
   */
  function appendPolicyEvent(
    policyId: string,
    draft: EventDraft,
    writes: readonly Write[] = [],
  ): Promise<LedgerEvent | false> {
    const key = policyChainKey(tenant, policyId);
    return retryOnConflict(async () => {
      const stored = await table.get(key);
      const chain = stored === undefined ? GENESIS : policyChainOf(stored);
      const appended = await head.write<LedgerEvent | null>((before) => {
        const link = linked({ policy_id: policyId }, [draft], chain, before, key.pk);
        const put = { ...key, sequence: link.run.sequence, digest: link.run.digest };
        const when = stored === undefined ? 'absent' : { sequence: { equals: chain.sequence } };
        return {
          answer: link.events[0] ?? null,
          head: { ...before, last: link.last },
          writes: [{ put, when }, ...link.writes, ...writes],
        };
      }, null);
      if (appended !== null) return appended;
      const moved = await table.get(key);
      return (moved === undefined ? 0 : policyChainOf(moved).sequence) === chain.sequence ? false : CONFLICT;
    }, POLICY_RETRY);
  }

  const { between, ...reader } = ledgerReader({ table, elapsed, head }, tenant);
  return {
    append,
    appendPolicyEvent,
    ...reader,

    /** Verifies the whole ledger and returns where a chain is broken (evaluation 3.10). */
    verify: async () => verifyLedger(between, (await head.read()).last),
  };
}
