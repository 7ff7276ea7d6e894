import type { World } from '../../../platform/world.ts';
import type { EventType, LedgerEvent } from '../../domain/ledger/event.ts';
import type { LedgerHeadStore } from './ledger-head.ts';
import { blockOf, lastOfBlock, ledgerRow, sequenceSk } from './ledger-rows.ts';
import { eventOf, eventSk, runRows } from './run-rows.ts';

/** Maximum events that one page scans for those of its filter. */
const SCANNED = 1000;
/** Poll interval for events that other processes append. */
const POLL_MS = 1000;

/** A part of a ledger. It continues after `next`; `isMore`: more events are available now. */
export interface EventPage {
  events: LedgerEvent[];
  next: number;
  isMore: boolean;
}

/** Filter of a tenant's events. Null selects all. */
export interface EventFilter {
  type?: EventType | null;
  workflow_run_id?: string | null;
}

/** Reads a tenant's ledger (evaluation 3.10): consistent, oldest first, by a gapless sequence. */
export function ledgerReader(
  { table, elapsed, head }: Pick<World, 'table' | 'elapsed'> & { head: LedgerHeadStore },
  tenant: string,
) {
  const rows = runRows(tenant);

  /** The events after a sequence up to `last`. If the oldest have expired, the remaining ones. */
  async function between(after: number, last: number, max: number): Promise<LedgerEvent[]> {
    const found: LedgerEvent[] = [];
    for (let from = after + 1; from <= last && found.length < max; from = lastOfBlock(blockOf(from)) + 1) {
      const { pk, sk } = ledgerRow(tenant, from);
      const to = sequenceSk(Math.min(last, lastOfBlock(blockOf(from))) + 1);
      const { items } = await table.query({ pk, from: sk, to, limit: max - found.length });
      found.push(...items.map(eventOf));
    }
    return found;
  }

  return {
    between,

    /**
     * `after`: null starts before the oldest event, `latest` after the newest. A page may be empty although there are
     * more (evaluation 3.10).
     */
    async page(wanted: { after: number | 'latest' | null; limit: number } & EventFilter): Promise<EventPage> {
      const end = (await head.read()).last.sequence;
      const start = wanted.after === 'latest' ? end : (wanted.after ?? 0);
      const max = maxScanned(wanted);
      const scanned = await between(start, end, max);
      const last = scanned.length < max ? Math.max(start, end) : (scanned.at(-1)?.sequence ?? start);
      return filtered(scanned, wanted, { last, isMore: last < end, positionOf: ({ sequence }) => sequence });
    },

    /** The events of a run. Positions are run_sequences. */
    async ofRun(
      runId: string,
      wanted: { after: number | null; limit: number; type?: EventType | null },
    ): Promise<EventPage> {
      const start = wanted.after ?? 0;
      const range = { from: eventSk(start + 1), to: eventSk(10 ** 10 - 1) };
      const { items, next } = await table.query({ pk: rows.pkOf(runId), ...range, limit: maxScanned(wanted) });
      const scanned = items.map(eventOf);
      const last = scanned.at(-1)?.run_sequence ?? start;
      return filtered(scanned, wanted, { last, isMore: next !== null, positionOf: ({ run_sequence }) => run_sequence });
    },

    /** The first page that has an event or is followed by more. Returns an empty page after `waitMs`. */
    async waitFor<Position>(
      read: (after: Position | number) => Promise<EventPage>,
      after: Position,
      waitMs: number,
    ): Promise<EventPage> {
      const until = elapsed() + waitMs;
      let position: Position | number = after;
      for (;;) {
        const left = until - elapsed();
        // Subscribes before reading, so that a write in between is not missed.
        const change = left > 0 ? head.change(Math.min(POLL_MS, left)) : null;
        const found = await read(position);
        if (change === null || found.events.length > 0 || found.isMore) {
          change?.forget();
          return found;
        }
        position = found.next;
        await change.happened;
      }
    },
  };
}

const maxScanned = ({ limit, type, workflow_run_id }: { limit: number } & EventFilter) =>
  type || workflow_run_id ? SCANNED : limit;

function filtered(
  scanned: readonly LedgerEvent[],
  { limit, type, workflow_run_id }: { limit: number } & EventFilter,
  { last, isMore, positionOf }: { last: number; isMore: boolean; positionOf(event: LedgerEvent): number },
): EventPage {
  const matching = scanned.filter(
    (event) => (!type || event.type === type) && (!workflow_run_id || event.workflow_run_id === workflow_run_id),
  );
  const events = matching.slice(0, limit);
  const cut = matching.length > limit ? events.at(-1) : undefined;
  return { events, next: cut === undefined ? last : positionOf(cut), isMore: cut !== undefined || isMore };
}
