import type { CaseHead } from '../../recordings/domain/recorded-case.ts';
import { cutIntoChunks } from './lanes.ts';
import { MAX_RECORDED_ORDER, type RunOrder } from './order/run-order.ts';
import type { Chunk, PlannedCase, PreparingCase } from './results/chunk.ts';
import { endsOwnSession, logoutsLast } from './sessions/logouts-last.ts';
import { type InRecordedOrder, recordedOrder, spanOf } from './sessions/recorded-spans.ts';

interface Planned {
  /** In the order of recording. */
  chosen: readonly CaseHead[];
  /** Cases that prepare sessions, in the order of recording. */
  preparation: readonly CaseHead[];
  order: RunOrder['used'];
  /** The resource families of an endpoint; for the order `families`. */
  familiesOf?: (operation: string) => string[];
  /** Cases of sessions without a login that are judged apart, by their ids (sessions/cut-session.ts). */
  cut?: ReadonlySet<string>;
}

/**
 * The chunks of a round: chosen cases in the order in which they are sent, numbered from 0, and with each chunk the cases
 * that prepare its sessions, numbered after all chosen ones.
 */
export function plannedChunks({ chosen, preparation, order, familiesOf, cut }: Planned): Chunk[] {
  const preparing = Map.groupBy(preparation, ({ session }) => session);
  const sessions = Map.groupBy(chosen, ({ session }) => session);
  const logsOut = (one: CaseHead): boolean =>
    one.session !== null && endsOwnSession(one, sessions.get(one.session) ?? []);
  const chunks: Chunk[] = [];
  let first = 0;
  let number = chosen.length;

  const planned = ({ one, span }: InRecordedOrder<CaseHead>, item: number): PlannedCase => ({
    item,
    caseId: one.caseId,
    operation: one.operation,
    ...(one.method !== '' && { method: one.method }),
    session: one.session,
    traceId: one.traceId,
    recordedAt: one.recordedAt,
    ...(cut?.has(one.caseId) && { cut: true as const }),
    ...(order !== 'sessions' && { span }),
    ...(order !== 'sessions' && logsOut(one) && { logsOut: true as const }),
    ...(order === 'families' && familiesOf && { families: familiesOf(one.operation) }),
  });

  for (const [chunk, some] of cutCases(chosen, order).entries()) {
    const cases = some.map((one, index) => planned(one, first + index));
    const earlier: PreparingCase[] = [];
    for (const session of new Set(cases.map((one) => one.session))) {
      const before = session === null ? undefined : preparing.get(session);
      if (before === undefined) continue;
      const own = cases.filter((one) => one.session === session);
      for (const head of before)
        earlier.push({ ...planned({ one: head, span: spanOf(head) }, number++), before: firstAfter(head, own) });
      // A session of several chunks is prepared once.
      preparing.delete(session);
    }
    chunks.push({ chunk, first, cases, ...(earlier.length > 0 && { preparation: earlier }) });
    first += cases.length;
  }
  return chunks;
}

/** The cases of each chunk in the order in which they are sent. */
function cutCases(chosen: readonly CaseHead[], order: RunOrder['used']): InRecordedOrder<CaseHead>[][] {
  if (order === 'sessions')
    return cutIntoChunks(logoutsLast(chosen)).map((chunk) => chunk.map((one) => ({ one, span: spanOf(one) })));
  const inOrder = recordedOrder(chosen);
  return Array.from({ length: Math.ceil(inOrder.length / MAX_RECORDED_ORDER) }, (_, chunk) =>
    inOrder.slice(chunk * MAX_RECORDED_ORDER, (chunk + 1) * MAX_RECORDED_ORDER),
  );
}

/** The first request of a session that was recorded after a case; its first one if none was. */
const firstAfter = ({ recordedAt }: CaseHead, session: readonly PlannedCase[]): number =>
  (session.find((one) => one.recordedAt >= recordedAt) ?? session[0])?.item ?? 0;
