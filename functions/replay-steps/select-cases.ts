import type { CaseHead } from '../domain/recordings/recorded-case.ts';
import { cutIntoChunks } from '../domain/replay/lanes.ts';
import type { ReplayPlan } from '../domain/replay/plan.ts';
import type { Services } from '../http/api.ts';
import { type ReplayStep, RoundInput, roundOf } from './replay-step.ts';

/** One worker keeps at least this many connections, so that small plans are not split over many. */
const CONNECTIONS_PER_WORKER = 5;
const MOST_WORKERS = 10;

/** Chooses the newest cases of each endpoint and writes them down as chunks, once per round (spec 2.1). */
export const selectCases: ReplayStep = {
  input: RoundInput,

  async run(input, services) {
    const { plan, round } = await roundOf(input, services);
    if (round.selection) return round.selection;
    const { plans, results, recordings, applications } = services;

    const recorded = await recordings.operationsOf(plan.appId);
    const inScope = plan.operations?.map(({ operation }) => operation) ?? recorded;
    const chosen: CaseHead[] = [];
    for (const operation of inScope) for (const one of await casesOf(plan, operation, services)) chosen.push(one);
    chosen.sort((a, b) => a.recordedAt - b.recordedAt || (a.intake < b.intake ? -1 : 1));

    const { keepSessions } = (await applications.settings(plan.appId)).replay;
    const chunks = cutIntoChunks(
      chosen.map(({ caseId, operation, session, traceId, recordedAt }) => ({
        caseId,
        operation,
        session: keepSessions ? session : null,
        traceId,
        recordedAt,
      })),
    );
    await results.putScope(plan, round.round, inScope);
    let first = 0;
    for (const [chunk, cases] of chunks.entries()) {
      await results.putChunk(plan, round.round, {
        chunk,
        first,
        cases: cases.map((one, index) => ({ ...one, item: first + index })),
      });
      first += cases.length;
    }
    const workers = Math.min(
      MOST_WORKERS,
      chunks.length,
      Math.max(1, Math.floor(plan.load.concurrency / CONNECTIONS_PER_WORKER)),
    );
    const selection = { requests: chosen.length, chunks: chunks.length, workers: Math.max(1, workers) };
    if (await plans.setOnce(plan.planId, round.round, 'selection', selection)) return selection;
    // Another run of this step was faster; its selection stands.
    return (await roundOf(input, services)).round.selection ?? selection;
  },
};

async function casesOf(plan: ReplayPlan, operation: string, { recordings }: Services): Promise<CaseHead[]> {
  const wanted = plan.operations?.find((selection) => selection.operation === operation)?.caseIds;
  if (wanted) return wantedCases(plan, operation, wanted, recordings);
  return recordings.newest(plan.appId, operation, {
    from: plan.caseFrom,
    to: plan.caseTo,
    pinnedOnly: plan.caseSource === 'pinned',
    tags: plan.caseTags,
    limit: plan.caseCountLimit,
  });
}

/** Cases that a console plan names, as far as they are of this endpoint and within the plan's window, tags and limit (interface 4.6). */
async function wantedCases(
  { appId, caseFrom, caseTo, caseSource, caseTags, caseCountLimit }: ReplayPlan,
  operation: string,
  caseIds: readonly string[],
  recordings: Services['recordings'],
): Promise<CaseHead[]> {
  const found = await Promise.all([...new Set(caseIds)].map((caseId) => recordings.find(caseId)));
  return found
    .filter((head) => head !== undefined)
    .filter((head) => head.appId === appId && head.operation === operation)
    .filter(({ pinned, recordedAt }) =>
      caseSource === 'pinned' ? pinned : recordedAt >= caseFrom && recordedAt < caseTo,
    )
    .filter(({ tags }) => Object.entries(caseTags).every(([name, value]) => tags[name] === value))
    .sort((a, b) => b.recordedAt - a.recordedAt)
    .slice(0, caseCountLimit);
}
