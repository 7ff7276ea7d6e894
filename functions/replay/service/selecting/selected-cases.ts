import { undefinedIfDamaged } from '../../../platform/values/damaged-data.ts';
import type { CaseHead } from '../../../recordings/domain/recorded-case.ts';
import type { RecordingStore } from '../../../recordings/store/recordings.ts';
import type { PlanRequest } from '../../domain/plan.ts';

/** The parts of a plan that select its cases (spec 2.1). */
export type CaseSelection = Pick<
  PlanRequest,
  'appId' | 'operations' | 'caseSource' | 'caseFrom' | 'caseTo' | 'caseTags' | 'caseCountLimit'
>;

type Cases = Pick<RecordingStore, 'find' | 'eachNewest'>;

/** The newest cases of each endpoint in scope (spec 2.1), page by page. */
export async function* selectedCases(
  selection: CaseSelection,
  inScope: readonly string[],
  recordings: Cases,
): AsyncGenerator<CaseHead> {
  for (const operation of inScope) yield* casesOf(selection, operation, recordings);
}

/** Orders cases by time of recording, then by arrival. */
export const byRecording = (a: CaseHead, b: CaseHead): number =>
  a.recordedAt - b.recordedAt || (a.intake < b.intake ? -1 : 1);

/** A case by its id; one whose row is damaged as what is known of it, so that it counts as a request without result. */
export async function headOrUnreadable(
  known: Pick<CaseHead, 'caseId' | 'appId' | 'operation' | 'recordedAt'> & { traceId?: string },
  recordings: Pick<RecordingStore, 'find'>,
): Promise<CaseHead | undefined> {
  let isDamaged = false;
  const head = await undefinedIfDamaged(recordings.find(known.caseId), () => {
    isDamaged = true;
  });
  if (!isDamaged) return head;
  const unknown = { method: '', intake: '', session: null, tags: {}, durationMs: null, status: null, pinned: false };
  return { traceId: '', ...unknown, ...known, unreadable: true };
}

/** The newest cases of one endpoint, newest first, page by page. */
export async function* casesOf(plan: CaseSelection, operation: string, recordings: Cases): AsyncGenerator<CaseHead> {
  const wanted = plan.operations?.find((selection) => selection.operation === operation)?.caseIds;
  if (wanted) yield* await wantedCases(plan, operation, wanted, recordings);
  else
    yield* recordings.eachNewest(plan.appId, operation, {
      from: plan.caseFrom,
      to: plan.caseTo,
      pinnedOnly: plan.caseSource === 'pinned',
      tags: plan.caseTags,
      limit: plan.caseCountLimit,
    });
}

/**
 * Cases that a console plan names, if they belong to this endpoint and match the plan's window, tags and limit
 * (interface 4.6).
 */
async function wantedCases(
  { appId, caseFrom, caseTo, caseSource, caseTags, caseCountLimit }: CaseSelection,
  operation: string,
  caseIds: readonly string[],
  recordings: Cases,
): Promise<CaseHead[]> {
  const found = await Promise.all(
    [...new Set(caseIds)].map((caseId) =>
      headOrUnreadable({ caseId, appId, operation, recordedAt: caseFrom }, recordings),
    ),
  );
  return found
    .filter((head) => head !== undefined)
    .filter((head) => head.appId === appId && head.operation === operation)
    .filter(
      ({ pinned, recordedAt, unreadable }) =>
        unreadable || (caseSource === 'pinned' ? pinned : recordedAt >= caseFrom && recordedAt < caseTo),
    )
    .filter(
      ({ tags, unreadable }) => unreadable || Object.entries(caseTags).every(([name, value]) => tags[name] === value),
    )
    .sort((a, b) => b.recordedAt - a.recordedAt)
    .slice(0, caseCountLimit);
}
