import { importCases } from '../domain/recordings/importers/import-cases.ts';
import { type Endpoint, failure, ok, plainErrors, RECORDER_BODY } from '../http/api.ts';
import { badParameter } from '../http/page-request.ts';
import { takeIn } from './take-in.ts';

const MOST_APP_BYTES = 200;

/** Imports a file of recordings made by other tools (interface 10). */
export const importRecordings: Endpoint = {
  method: 'POST',
  path: '/api/recorder/imports',
  scope: 'record',
  body: RECORDER_BODY,
  errors: plainErrors,

  async answer({ bytes, query }, services) {
    const appId = query.get('appId') ?? '';
    if (appId.trim() === '' || Buffer.byteLength(appId) > MOST_APP_BYTES) return badParameter('appId');
    const recordedAt = query.get('recordedAt');
    if (recordedAt !== null && recordedAt !== 'original') return badParameter('recordedAt');
    const pin = query.get('pin');
    if (pin !== null && pin !== 'true' && pin !== 'false') return badParameter('pin');

    const cases = importCases(bytes, {
      format: query.get('format') ?? '',
      appId,
      now: services.now(),
      recordedAt: recordedAt ?? 'shifted',
    });
    if (!cases.ok) return failure(422, cases.code, cases.message);
    return ok(await takeIn(cases.value, { pinned: pin === 'true' }, services));
  },
};
