import {
  bodyBytes,
  type Endpoint,
  ERRORS,
  failureOf,
  ok,
  plainErrors,
  RECORDER_BODY,
} from '../../platform/http/api.ts';
import { endpoint } from '../../platform/http/endpoint.ts';
import type { IntakeServices } from '../composition.ts';
import { ingestBody, OVER_BUDGET } from '../service/ingest.ts';
import { recordingDocs } from './recordings.doc.ts';

/** Stores recorded cases: NDJSON, a JSON array or one JSON object (interface 10). */
export const recordCases: Endpoint<
  Pick<IntakeServices, 'recordings' | 'recordingKeys' | 'applications' | 'now' | 'newId' | 'log' | 'work'>
> = endpoint({
  method: 'POST',
  path: '/api/recorder/cases',
  scope: 'record',
  body: RECORDER_BODY,
  grows: true,
  storedBytes: bodyBytes,
  errors: plainErrors,
  doc: recordingDocs.recordCases,

  async answer({ bytes }, services) {
    const stored = await ingestBody(bytes, services);
    if (stored === null) return failureOf(ERRORS.invalidJson);
    return stored.ok ? ok(stored.value) : OVER_BUDGET;
  },
});
