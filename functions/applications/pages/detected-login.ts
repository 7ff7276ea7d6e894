import type { Page } from '../../platform/http/pages/page-route.ts';
import { applicationPath } from '../../platform/pages-shell/application-layout.ts';
import { textOf } from '../../platform/pages-shell/form-values.ts';
import { problemPage } from '../../platform/pages-shell/problem.ts';
import { refusalOf } from '../../platform/pages-shell/refusal.ts';
import type { ApplicationServices } from '../composition.ts';

/** Stores a login that the recordings show as the login step, with its recording pinned. */
export const useDetectedLogin: Page<Pick<ApplicationServices, 'detectedLogins'>> = {
  method: 'POST',
  path: '/console/apps/{appId}/settings/detected-login',
  scope: 'write',
  audits: 'settings.changed',

  async answer(request, services) {
    const { form, params } = request;
    const { appId = '' } = params;
    const wanted = textOf(form, 'caseId');
    // What the form says of a login is not believed.
    const login = (await services.detectedLogins(appId)).find((one) => one.caseId === wanted);
    if (login === undefined) return { html: problemPage('not-found', request), status: 404 };
    const { caseId, token, place } = login;
    const pinned = await request.ask('POST', '/api/recorder/cases/{caseId}/pin', { params: { caseId } });
    if (refusalOf(pinned) !== null) return { html: problemPage('not-found', request), status: 404 };
    const body = { login: { caseId, token, place, scope: 'run' } };
    const saved = await request.ask('PUT', '/api/apps/{appId}/settings', { params: { appId }, body });
    if (refusalOf(saved) !== null) return { html: problemPage('fault', request), status: 500 };
    if (!form.has('targetEnv')) return { location: `${applicationPath(appId)}/settings/login?done=login` };
    const query = new URLSearchParams({ done: 'login', targetEnv: textOf(form, 'targetEnv') });
    return { location: `${applicationPath(appId)}/replays/new?${query}` };
  },
};
