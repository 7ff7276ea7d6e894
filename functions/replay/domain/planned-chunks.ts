import type { CaseHead } from '../../recordings/domain/recorded-case.ts';
import { cutIntoChunks } from './lanes.ts';
import type { Chunk, PlannedCase, PreparingCase } from './results/chunk.ts';
import { logoutsLast } from './sessions/logouts-last.ts';

/**
 * The chunks of a round: chosen cases in the order in which they are sent, numbered from 0, and with each chunk the cases
 * that prepare its sessions, numbered after all chosen ones. Both are given in the order of recording.
 */
export function plannedChunks({
  chosen,
  preparation,
}: {
  chosen: readonly CaseHead[];
  preparation: readonly CaseHead[];
}): Chunk[] {
  const preparing = Map.groupBy(preparation, ({ session }) => session);
  const chunks: Chunk[] = [];
  let first = 0;
  let number = chosen.length;
  for (const [chunk, heads] of cutIntoChunks(logoutsLast(chosen)).entries()) {
    const cases = heads.map((head, index) => planned(head, first + index));
    const earlier: PreparingCase[] = [];
    for (const session of new Set(cases.map((one) => one.session))) {
      const own = cases.filter((one) => session !== null && one.session === session);
      for (const head of (session !== null && preparing.get(session)) || [])
        earlier.push({ ...planned(head, number++), before: firstAfter(head, own) });
    }
    chunks.push({ chunk, first, cases, ...(earlier.length > 0 && { preparation: earlier }) });
    first += cases.length;
  }
  return chunks;
}

const planned = ({ caseId, operation, method, session, traceId, recordedAt }: CaseHead, item: number): PlannedCase => ({
  item,
  caseId,
  operation,
  ...(method !== '' && { method }),
  session,
  traceId,
  recordedAt,
});

/** The first request of a session that was recorded after a case; its first one if none was. */
const firstAfter = ({ recordedAt }: CaseHead, session: readonly PlannedCase[]): number =>
  (session.find((one) => one.recordedAt >= recordedAt) ?? session[0])?.item ?? 0;
