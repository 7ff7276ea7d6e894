import type { Page } from '../../../platform/http/pages/page-route.ts';
import { textOf } from '../../../platform/pages-shell/form-values.ts';
import { problemPage } from '../../../platform/pages-shell/problem.ts';
import { refusalOf } from '../../../platform/pages-shell/refusal.ts';
import { refusedLocation, targetsLocation } from './targets-location.ts';

/** Allows or removes a target, or closes a request for one. */
export const changeTargets: Page<unknown> = {
  method: 'POST',
  path: '/console/apps/{appId}/targets',
  scope: 'admin',
  audits: 'target.allowed',

  async answer(request) {
    const { form, params } = request;
    const { appId = '' } = params;
    const address = textOf(form, 'address').trim();
    const back = (query: Record<string, string>) => ({ location: targetsLocation(appId, query) });
    const PATH = '/api/apps/{appId}/targets';
    const action = textOf(form, 'action');
    if (action === 'allow') {
      const refused = refusalOf(await request.ask('POST', PATH, { params: { appId }, body: { address } }));
      return refused === null ? back({ done: 'allowed' }) : { location: refusedLocation(appId, refused, address) };
    }
    if (action === 'remove') {
      const planId = textOf(form, 'for');
      const query = { address, ...(planId !== '' && { for: planId }) };
      // Another administrator may have removed it already.
      await request.ask('DELETE', PATH, { params: { appId }, query });
      return back({ done: 'target-removed' });
    }
    if (action !== 'close') return { html: problemPage('not-found', request), status: 404 };
    await request.ask('DELETE', '/api/apps/{appId}/target-requests', { params: { appId }, query: { address } });
    return back({ done: 'request-closed' });
  },
};
