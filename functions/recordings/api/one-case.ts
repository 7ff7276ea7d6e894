import {
  type ApiRequest,
  type Endpoint,
  failure,
  jsonBytes,
  ok,
  plainErrors,
  TOO_COSTLY,
} from '../../platform/http/api.ts';
import type { EndpointDoc } from '../../platform/http/documents/endpoint-doc.ts';
import { hasScope } from '../../platform/http/has-scope.ts';
import { undefinedIfDamaged } from '../../platform/values/damaged-data.ts';
import { CASE_ID } from '../domain/recorded-case.ts';
import type { RecordingServices } from '../services.ts';
import { caseViewJob } from './case-view.ts';
import { pinCaseDoc, readOneCaseDoc, removeCaseDoc, unpinCaseDoc } from './recordings.doc.ts';

const PATH = '/api/recorder/cases/{caseId}';

const notFound = failure(404, 'NOT_FOUND', 'there is no such case');

const unreadable = failure(410, 'CASE_UNREADABLE', 'what is stored of the case is damaged');

/** Null for an invalid case id. */
const caseIdOf = ({ params }: ApiRequest): string | null =>
  params.caseId !== undefined && CASE_ID.test(params.caseId) ? params.caseId : null;

/**
 * Returns one case with everything that was recorded (interface 10); with masked credentials to callers without the scope
 * `write`.
 */
export const readOneCase: Endpoint<Pick<RecordingServices, 'recordings' | 'work'>> = {
  method: 'GET',
  path: PATH,
  scope: 'read',
  errors: plainErrors,
  doc: readOneCaseDoc,

  async answer(request, { recordings, work }) {
    const caseId = caseIdOf(request);
    if (caseId === null) return notFound;
    const [head, stored] = await Promise.all([
      undefinedIfDamaged(recordings.find(caseId)),
      recordings.storedPayload(caseId),
    ]);
    const isMasked = !hasScope(request.caller, 'write');
    const view =
      head &&
      stored &&
      (await work.run(caseViewJob, async () => ({ head, stored: await stored.bytes(), isMasked }), {
        bytes: stored.size,
        urgent: true,
      }));
    if (view && !view.ok) return TOO_COSTLY;
    if (view?.ok && view.value !== null) return jsonBytes(view.value.json);
    return (await recordings.isUnreadable(caseId)) ? unreadable : notFound;
  },
};

/** Deletes a case, pinned or not (interface 10). */
export const removeCase: Endpoint<Pick<RecordingServices, 'recordings'>> = changing(
  'DELETE',
  PATH,
  'remove',
  removeCaseDoc,
);

/** Keeps a case beyond its retention (interface 10). */
export const pinCase: Endpoint<Pick<RecordingServices, 'recordings'>> = changing(
  'POST',
  `${PATH}/pin`,
  'pin',
  pinCaseDoc,
);

/** Lets a pinned case expire again (interface 10). */
export const unpinCase: Endpoint<Pick<RecordingServices, 'recordings'>> = changing(
  'POST',
  `${PATH}/unpin`,
  'unpin',
  unpinCaseDoc,
);

function changing(
  method: 'DELETE' | 'POST',
  path: string,
  change: 'remove' | 'pin' | 'unpin',
  doc: EndpointDoc,
): Endpoint<Pick<RecordingServices, 'recordings'>> {
  return {
    method,
    path,
    scope: 'write',
    errors: plainErrors,
    doc,

    async answer(request, { recordings }) {
      const caseId = caseIdOf(request);
      const found = caseId !== null && (await recordings[change](caseId));
      return found ? ok({ errorCode: null, errorMessage: null }) : notFound;
    },
  };
}
