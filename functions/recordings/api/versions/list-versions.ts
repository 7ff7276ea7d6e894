import { type Endpoint, failureOf, ok, plainErrors } from '../../../platform/http/api.ts';
import { endpoint } from '../../../platform/http/endpoint.ts';
import { isoText } from '../../../platform/time/iso-text.ts';
import { undefinedIfDamaged } from '../../../platform/values/damaged-data.ts';
import type { RecordingServices } from '../../composition.ts';
import { CASE_ID } from '../../domain/recorded-case.ts';
import { NO_CASE } from '../recordings.doc.ts';
import { versionDocs } from './case-versions.doc.ts';

/** Lists the versions of a recording, the oldest first (interface 13). */
export const listVersions: Endpoint<Pick<RecordingServices, 'recordings'>> = endpoint({
  method: 'GET',
  path: '/api/recorder/cases/{caseId}/versions',
  scope: 'read',
  errors: plainErrors,
  doc: versionDocs.listVersions,

  async answer({ params: { caseId = '' } }, { recordings }) {
    const found = CASE_ID.test(caseId) ? await undefinedIfDamaged(recordings.versions.list(caseId)) : undefined;
    if (found === undefined) return failureOf(NO_CASE);
    const items = found.map(({ version: { version, status, accepted }, isCurrent }) => ({
      version,
      current: isCurrent,
      status,
      accepted: accepted ? { ...accepted, at: isoText(accepted.at) } : null,
    }));
    return ok({ items, nextCursor: null });
  },
});
