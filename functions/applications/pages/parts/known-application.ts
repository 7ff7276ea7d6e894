import type { Page } from '../../../platform/http/pages/page-route.ts';
import { problemPage } from '../../../platform/pages-shell/problem.ts';
import type { ApplicationServices } from '../../composition.ts';
import { isAppId } from '../../domain/app-id.ts';

/**
 * Wraps a page of an application: not found if the application has no recording, setting, rule or run. Its tabs have
 * their counts.
 */
export const ofKnownApplication = <Services>(
  page: Page<Services>,
): Page<Services & Pick<ApplicationServices, 'applications' | 'hasRuns' | 'tabCounts'>> => ({
  ...page,

  async answer(request, services) {
    const { appId = '' } = request.params;
    const isKnown = isAppId(appId) && ((await services.applications.isKnown(appId)) || (await services.hasRuns(appId)));
    const tabCounts = () => services.tabCounts(appId);
    return isKnown
      ? page.answer({ ...request, tabCounts }, services)
      : { html: problemPage('not-found', request), status: 404 };
  },
});
