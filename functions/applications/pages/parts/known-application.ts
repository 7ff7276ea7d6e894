import type { Page } from '../../../platform/http/pages/page-route.ts';
import { problemPage } from '../../../platform/pages-shell/problem.ts';
import type { ApplicationServices } from '../../composition.ts';
import { isAppId } from '../../domain/app-id.ts';

/** Wraps a page of an application: not found if the application has no recording, setting, rule or run. */
export const ofKnownApplication = <Services>(
  page: Page<Services>,
): Page<Services & Pick<ApplicationServices, 'applications' | 'hasRuns'>> => ({
  ...page,

  async answer(request, services) {
    const { appId = '' } = request.params;
    const isKnown = isAppId(appId) && ((await services.applications.isKnown(appId)) || (await services.hasRuns(appId)));
    return isKnown ? page.answer(request, services) : { html: problemPage('not-found', request), status: 404 };
  },
});
