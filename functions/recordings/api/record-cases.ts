import { bodyBytes, type Endpoint, ERRORS, failure, ok, plainErrors, RECORDER_BODY } from '../../platform/http/api.ts';
import { ingestBody, OVER_BUDGET } from '../service/ingest.ts';
import type { IntakeServices } from '../services.ts';
import { recordCasesDoc } from './recordings.doc.ts';

/** Stores recorded cases: NDJSON, a JSON array or one JSON object (interface 10). */
export const recordCases: Endpoint<
  Pick<IntakeServices, 'recordings' | 'recordingKeys' | 'applications' | 'now' | 'newId' | 'log' | 'work'>
> = {
  method: 'POST',
  path: '/api/recorder/cases',
  scope: 'record',
  body: RECORDER_BODY,
  grows: true,
  storedBytes: bodyBytes,
  errors: plainErrors,
  doc: recordCasesDoc,

  async answer({ bytes }, services) {
    const stored = await ingestBody(bytes, services);
    if (stored === null) return failure(ERRORS.invalidJson.status, ERRORS.invalidJson.code, ERRORS.invalidJson.message);
    return stored.ok ? ok(stored.value) : OVER_BUDGET;
  },
};
