import type { CaseHead } from '../../../recordings/domain/recorded-case.ts';
import { cutIntoChunks } from '../lanes.ts';
import type { RunOrder } from '../order/run-order.ts';
import type { Chunk, PlannedCase, PreparingCase } from '../results/chunk.ts';
import { logoutsLast } from '../sessions/logouts-last.ts';
import { type InRecordedOrder, recordedOrder, spanOf } from '../sessions/recorded-spans.ts';
import type { SelectedCase } from './selected-case.ts';

/** How the cases of a run become chunks. */
export interface Planning {
  order: RunOrder['used'];
  /** The resource families of an endpoint; for the order `families`. */
  familiesOf?: (operation: string) => string[];
  /** Cases of sessions without a login are judged apart. */
  marksCut: boolean;
  /** The cases of a full chunk, where sessions alone are ordered. */
  size: number;
}

/** Where the numbers of chunks, cases and preparing cases continue. */
export interface NextNumbers {
  chunk: number;
  first: number;
  preparing: number;
}

/**
 * The chunks of cases, which are in the order of recording: in the order in which they are sent, and with each chunk
 * the cases that prepare its sessions. Where sessions alone are ordered, no session continues elsewhere; else it is one
 * chunk. Moves the next numbers on.
 */
export function plannedChunks(
  cases: readonly SelectedCase[],
  { order, familiesOf, marksCut, size }: Planning,
  next: NextNumbers,
): Chunk[] {
  const preparing = new Map(
    cases.flatMap(({ session, preparation }) => (preparation === undefined ? [] : [[session, preparation]])),
  );

  const planned = ({ one, span }: InRecordedOrder<CaseHead & Pick<SelectedCase, 'cut' | 'ends'>>, item: number) => ({
    item,
    caseId: one.caseId,
    ...(one.accepted && { version: one.accepted.version }),
    operation: one.operation,
    ...(one.method !== '' && { method: one.method }),
    session: one.session,
    traceId: one.traceId,
    recordedAt: one.recordedAt,
    ...(!one.unreadable && { recorded: { status: one.status, durationMs: one.durationMs } }),
    ...(marksCut && one.cut && { cut: one.cut }),
    ...(order !== 'sessions' && { span }),
    ...(order !== 'sessions' && one.ends && { logsOut: one.ends }),
    ...(order === 'families' && familiesOf && { families: familiesOf(one.operation) }),
  });

  return cutCases(cases, order, size).map((some): Chunk => {
    const { first } = next;
    const own = some.map((one, index): PlannedCase => planned(one, first + index));
    const earlier: PreparingCase[] = [];
    for (const [session, ofSession] of Map.groupBy(own, (one) => one.session))
      for (const one of preparing.get(session) ?? [])
        earlier.push({
          ...planned({ one, span: spanOf(one) }, next.preparing++),
          before: firstAfter(one, ofSession),
        });
    next.first += own.length;
    return { chunk: next.chunk++, first, cases: own, ...(earlier.length > 0 && { preparation: earlier }) };
  });
}

/** The cases of each chunk in the order in which they are sent. */
function cutCases(
  cases: readonly SelectedCase[],
  order: RunOrder['used'],
  size: number,
): InRecordedOrder<SelectedCase>[][] {
  if (order !== 'sessions') return cases.length === 0 ? [] : [recordedOrder(cases)];
  return cutIntoChunks(logoutsLast(cases), size).map((chunk) => chunk.map((one) => ({ one, span: spanOf(one) })));
}

/** The first request of a session that was recorded after a case; its first one if none was. */
const firstAfter = ({ recordedAt }: CaseHead, session: readonly PlannedCase[]): number =>
  (session.find((one) => one.recordedAt >= recordedAt) ?? session[0])?.item ?? 0;
