import { isAppId } from '../../applications/domain/app-id.ts';
import { runsOf } from '../../findings/pages/runs-of.ts';
import type { Page } from '../../platform/http/pages/page-route.ts';
import { problemPage } from '../../platform/pages-shell/problem.ts';

/** A page of an application, which is not found where nothing is known of it: no recording, no setting, no rule and no plan. */
export const ofKnownApplication = (page: Page): Page => ({
  ...page,

  async answer(request, services) {
    const { appId = '' } = request.params;
    const isKnown =
      isAppId(appId) &&
      ((await services.applications.isKnown(appId)) || (await runsOf(services, { appId, limit: 1 })).runs.length > 0);
    return isKnown ? page.answer(request, services) : { html: problemPage('not-found', request), status: 404 };
  },
});
