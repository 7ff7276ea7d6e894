import { type ChainFault, faultInLedger, faultInRun, GENESIS, type Link } from '../domain/chain.ts';
import type { LedgerEvent } from '../domain/event.ts';

const READ = 1000;

/** What verifying a ledger found. */
export interface LedgerVerdict {
  /** How many were read and found whole. */
  events: number;
  /** The first event, by sequence, with which something is wrong; null where there is none. */
  fault: { sequence: number; fault: ChainFault } | null;
}

/**
 * Reads a tenant's ledger up to `end` and checks both chains of every event (evaluation 3.10). The oldest may have expired: then the
 * first that is left is believed what it says of the one before it.
 */
export async function verifyLedger(
  between: (after: number, last: number, most: number) => Promise<LedgerEvent[]>,
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

/** An event without a run is of the policy that its payload names (evaluation 5.7). */
const chainOf = ({ workflow_run_id, payload }: LedgerEvent): string => workflow_run_id ?? String(payload.policy_id);
