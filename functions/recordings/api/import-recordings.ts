import * as v from 'valibot';
import { bodyBytes, type Endpoint, failure, ok, plainErrors, RECORDER_BODY } from '../../platform/http/api.ts';
import { badParameter } from '../../platform/http/page-request.ts';
import { unfoldedBytes } from '../domain/importers/goreplay.ts';
import type { ImportOptions } from '../domain/importers/import-cases.ts';
import { importJob } from '../domain/intake-jobs.ts';
import type { RecordingServices } from '../services.ts';
import { IMPORT_QUERY } from './import-query.ts';
import { ingest, OVER_BUDGET } from './ingest.ts';
import { importRecordingsDoc } from './recordings.doc.ts';

/** Imports a file of recordings made by other tools (interface 10). */
export const importRecordings: Endpoint<
  Pick<RecordingServices, 'now' | 'recordings' | 'applications' | 'newId' | 'log' | 'work'>
> = {
  method: 'POST',
  path: '/api/recorder/imports',
  scope: 'record',
  body: RECORDER_BODY,
  grows: true,
  storedBytes: bodyBytes,
  errors: plainErrors,
  doc: importRecordingsDoc,

  async answer({ bytes, query }, services) {
    const appId = query.get('appId') ?? '';
    if (!v.is(IMPORT_QUERY.appId.schema, appId)) return badParameter('appId');
    const recordedAt = query.get('recordedAt');
    if (recordedAt !== null && !v.is(IMPORT_QUERY.recordedAt.schema, recordedAt)) return badParameter('recordedAt');
    const pin = query.get('pin');
    if (pin !== null && !v.is(IMPORT_QUERY.pin.schema, pin)) return badParameter('pin');
    const first = v.safeParse(IMPORT_QUERY.first.schema, query.get('first') ?? '0');
    if (!first.success) return badParameter('first');
    const shiftMs = v.safeParse(v.nullable(IMPORT_QUERY.shiftMs.schema), query.get('shiftMs'));
    if (!shiftMs.success) return badParameter('shiftMs');

    const options: ImportOptions = {
      format: query.get('format') ?? '',
      appId,
      now: services.now(),
      recordedAt: recordedAt ?? 'shifted',
      first: first.output,
      shiftMs: shiftMs.output,
    };
    const read = await services.work.run(importJob, () => ({ bytes: new Uint8Array(bytes), ...options }), {
      bytes: unfoldedBytes(bytes),
      urgent: true,
    });
    if (!read.ok) return OVER_BUDGET;
    const cases = read.value;
    if (!cases.ok) return failure(422, cases.code, cases.message);
    const stored = await ingest(cases.value, { pinned: pin === 'true', bytes: bytes.byteLength }, services);
    return stored.ok ? ok(stored.value) : OVER_BUDGET;
  },
};
