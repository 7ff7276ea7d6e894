import type { Page } from '../../../platform/http/pages/page-route.ts';
import { problemPage } from '../../../platform/pages-shell/problem.ts';
import { refusalOf } from '../../../platform/pages-shell/refusal.ts';

/** Makes a stored version of a recording current again. */
export const restoreCaseVersion: Page = {
  method: 'POST',
  path: '/console/cases/{caseId}/versions/{n}/restore',
  scope: 'write',
  audits: 'recording.restored',

  async answer(request) {
    const { caseId = '', n = '' } = request.params;
    const answer = await request.ask('POST', '/api/recorder/cases/{caseId}/versions/{n}/restore', {
      params: { caseId, n },
    });
    if (refusalOf(answer) !== null) return { html: problemPage('not-found', request), status: 404 };
    return { location: `/console/cases/${encodeURIComponent(caseId)}?done=restored` };
  },
};
