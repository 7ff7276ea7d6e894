import type { FindingsEntry } from '../../functions/findings/domain/findings.ts';
import { CliFailure } from '../cli-failure.ts';
import type { Session } from '../session.ts';
import { responseData } from '../unwrap-response.ts';
import { readResult } from './read-result.ts';

/** Differences that evidence shows; get_difference has all of a request. */
const MAX_DIFFERENCES = 3;

/** Requests of the kind that are read to find one. */
const MAX_REQUESTS = 5;

/**
 * One request that shows a finding, with the values that differ there; null if there is none, as where results have
 * expired, or if no credential permits the query.
 */
export async function evidenceOf(...found: Parameters<typeof shownEvidence>) {
  try {
    return await shownEvidence(...found);
  } catch (fault) {
    // The finding is shown without it.
    if (fault instanceof CliFailure) return null;
    throw fault;
  }
}

async function shownEvidence(
  session: Session,
  planId: string,
  { kind, subjects, interfaces }: FindingsEntry,
  operation = interfaces[0]?.operationName,
) {
  // A kind that stands for many others is a kind of no difference.
  const isKind = kind !== 'MANY_FIELDS' && kind !== 'NO_DETAILS';
  const query = { limit: MAX_REQUESTS, ...(operation && { operation }), ...(isKind && { kind }) };
  const params = { path: { planId }, query };
  const { items } = await responseData(session.client.GET('/api/replays/{planId}/cases', { params }));
  for (const { planItemId } of items) {
    const { differences, request, status } = await readResult(session, planItemId);
    const ofFinding = differences.filter(
      (one) => one.rule === null && (!isKind || (one.kind === kind && subjects.includes(one.subject))),
    );
    // Another finding of the same kind may be what this request has.
    if (ofFinding.length === 0) continue;
    return {
      planItemId,
      request: request === null ? null : `${request.method} ${request.path}`,
      status,
      differences: ofFinding
        .slice(0, MAX_DIFFERENCES)
        .map(({ path, recorded, replayed, note }) => ({ path, recorded, replayed, ...(note && { note }) })),
    };
  }
  return null;
}
