import { type ChainFault, faultInLedger, faultInRun, GENESIS, type Link } from '../../domain/ledger/chain.ts';
import type { LedgerEvent } from '../../domain/ledger/event.ts';

const READ = 1000;

/** Result of a ledger verification. */
export interface LedgerVerdict {
  /** Number of events that were read and valid. */
  events: number;
  /** The first faulty event, by sequence. Null if there is none. */
  fault: { sequence: number; fault: ChainFault } | null;
}

/**
 * Reads a tenant's ledger up to `end` and verifies both chains of every event (evaluation 3.10). If the oldest events
 * have expired, the first remaining one is trusted about its predecessor.
 */
export async function verifyLedger(
  between: (after: number, last: number, max: number) => Promise<LedgerEvent[]>,
  end: Link,
): Promise<LedgerVerdict> {
  const runs = new Map<string, Link>();
  let last: Link | null = null;
  let isWhole = false;
  let events = 0;
  for (let after = 0; after < end.sequence; ) {
    const found = await between(after, end.sequence, READ);
    for (const event of found) {
      isWhole ||= event.sequence === 1;
      const behind: Link =
        last ?? (isWhole ? GENESIS : { sequence: event.sequence - 1, digest: event.prev_chain_digest });
      const key = chainOf(event);
      const behindInRun =
        runs.get(key) ?? (isWhole ? GENESIS : { sequence: event.run_sequence - 1, digest: event.run_prev_digest });
      const fault = faultInLedger(event, behind) ?? faultInRun(event, behindInRun);
      if (fault !== null) return { events, fault: { sequence: event.sequence, fault } };
      last = { sequence: event.sequence, digest: event.chain_digest };
      runs.set(key, { sequence: event.run_sequence, digest: event.digest });
      events++;
    }
    after = found.at(-1)?.sequence ?? end.sequence;
  }
  const isAtEnd = last === null ? end.sequence === 0 : last.sequence === end.sequence && last.digest === end.digest;
  return { events, fault: isAtEnd ? null : { sequence: end.sequence, fault: 'sequence' } };
}

/** An event without a run belongs to the policy named in its payload (evaluation 5.7). */
const chainOf = ({ workflow_run_id, payload }: LedgerEvent): string => workflow_run_id ?? String(payload.policy_id);
