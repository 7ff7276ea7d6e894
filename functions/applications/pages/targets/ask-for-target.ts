import type { Page } from '../../../platform/http/pages/page-route.ts';
import { textOf } from '../../../platform/pages-shell/form-values.ts';
import { refusalOf } from '../../../platform/pages-shell/refusal.ts';
import { refusedLocation, targetsLocation } from './targets-location.ts';

/** Asks an administrator to allow a target. */
export const askForTargetPage: Page<unknown> = {
  method: 'POST',
  path: '/console/apps/{appId}/settings/target-requests',
  scope: 'write',
  audits: 'target.requested',

  async answer(request) {
    const { appId = '' } = request.params;
    const address = textOf(request.form, 'address');
    const asked = { params: { appId }, body: { address } };
    const refused = refusalOf(await request.ask('POST', '/api/apps/{appId}/target-requests', asked));
    return {
      location: refused === null ? targetsLocation(appId, { done: 'asked' }) : refusedLocation(appId, refused, address),
    };
  },
};
