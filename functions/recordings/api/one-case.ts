import {
  type ApiRequest,
  type Endpoint,
  failureOf,
  jsonBytes,
  ok,
  plainErrors,
  TOO_COSTLY,
} from '../../platform/http/api.ts';
import { endpoint } from '../../platform/http/endpoint.ts';
import { hasScope } from '../../platform/http/has-scope.ts';
import { undefinedIfDamaged } from '../../platform/values/damaged-data.ts';
import type { RecordingServices } from '../composition.ts';
import { CASE_ID } from '../domain/recorded-case.ts';
import { caseViewJob } from './case-view.ts';
import { NO_CASE, recordingDocs, UNREADABLE_CASE } from './recordings.doc.ts';

const PATH = '/api/recorder/cases/{caseId}';

const notFound = failureOf(NO_CASE);

/** Null for an invalid case id. */
const caseIdOf = ({ params }: ApiRequest): string | null =>
  params.caseId !== undefined && CASE_ID.test(params.caseId) ? params.caseId : null;

/**
 * Returns one case with everything that was recorded (interface 10); with masked credentials to callers without the
 * scope `write`.
 */
export const readOneCase: Endpoint<Pick<RecordingServices, 'recordings' | 'work'>> = endpoint({
  method: 'GET',
  path: PATH,
  scope: 'read',
  errors: plainErrors,
  doc: recordingDocs.readCase,

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
    return (await recordings.isUnreadable(caseId)) ? failureOf(UNREADABLE_CASE) : notFound;
  },
});

/** Deletes a case, pinned or not (interface 10). */
export const removeCase: Endpoint<Pick<RecordingServices, 'recordings'>> = changing(
  'DELETE',
  PATH,
  'remove',
  recordingDocs.removeCase,
);

/** Keeps a case beyond its retention (interface 10). */
export const pinCase: Endpoint<Pick<RecordingServices, 'recordings'>> = changing(
  'POST',
  `${PATH}/pin`,
  'pin',
  recordingDocs.pinCase,
);

/** Lets a pinned case expire again (interface 10). */
export const unpinCase: Endpoint<Pick<RecordingServices, 'recordings'>> = changing(
  'POST',
  `${PATH}/unpin`,
  'unpin',
  recordingDocs.unpinCase,
);

function changing(
  method: 'DELETE' | 'POST',
  path: string,
  change: 'remove' | 'pin' | 'unpin',
  doc: typeof recordingDocs.pinCase,
): Endpoint<Pick<RecordingServices, 'recordings'>> {
  return endpoint({
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
  });
}
