import { type Endpoint, failureOf, ok, plainErrors } from '../../../platform/http/api.ts';
import { endpoint } from '../../../platform/http/endpoint.ts';
import { badParameter } from '../../../platform/http/page-request.ts';
import type { RecordingServices } from '../../composition.ts';
import { CASE_ID } from '../../domain/recorded-case.ts';
import { NO_CASE } from '../recordings.doc.ts';
import { NO_VERSION, versionDocs } from './case-versions.doc.ts';

/** Makes a stored version of a recording current again (interface 13). */
export const restoreVersion: Endpoint<Pick<RecordingServices, 'recordings' | 'audit'>> = endpoint({
  method: 'POST',
  path: '/api/recorder/cases/{caseId}/versions/{n}/restore',
  scope: 'write',
  audits: 'recording.restored',
  errors: plainErrors,
  doc: versionDocs.restoreVersion,

  async answer({ params: { caseId = '', n = '' }, caller }, { recordings, audit }) {
    if (!CASE_ID.test(caseId)) return failureOf(NO_CASE);
    if (!/^[1-9]\d{0,5}$/.test(n)) return badParameter('n');
    const version = Number(n);
    switch (await recordings.versions.restore(caseId, () => version)) {
      case 'restored':
        await audit.note(caller, 'recording.restored', { caseId, version });
        return ok({ caseId, version });
      case 'current':
        return ok({ caseId, version });
      case 'no such version':
        return failureOf(NO_VERSION);
      default:
        return failureOf(NO_CASE);
    }
  },
});
