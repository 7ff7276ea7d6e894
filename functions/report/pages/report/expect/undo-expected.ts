import * as v from 'valibot';
import type { Page } from '../../../../platform/http/pages/page-route.ts';
import { textOf } from '../../../../platform/pages-shell/form-values.ts';
import { problemPage } from '../../../../platform/pages-shell/problem.ts';
import type { ReportServices } from '../../../composition.ts';
import { reportPath, withQuery } from '../../report-links.ts';
import { reportedRun } from '../report-layout.ts';

const ENDPOINT = '/api/apps/{appId}/expectations';

const Listed = v.object({ items: v.array(v.object({ id: v.string(), planId: v.string(), createdAt: v.string() })) });

/** Removes the expectations that one form made of a run. */
export const undoExpected: Page<Pick<ReportServices, 'plans'>> = {
  method: 'POST',
  path: '/report/{planId}/expect/undo',
  scope: 'write',
  audits: 'expectation.removed',

  async answer(request, services) {
    const run = await reportedRun(request, services);
    if (run === undefined) return { html: problemPage('not-found', request), status: 404 };
    const { planId, appId } = run.plan;
    const at = textOf(request.form, 'at');
    const listed = v.safeParse(Listed, (await request.ask('GET', ENDPOINT, { params: { appId } })).body);
    const made = (listed.success ? listed.output.items : []).filter(
      (one) => one.planId === planId && one.createdAt === at,
    );
    for (const { id: expectationId } of made)
      await request.ask('DELETE', `${ENDPOINT}/{expectationId}`, { params: { appId, expectationId } });
    const query = made.length > 0 ? { done: 'unexpected' } : { refused: 'NOT_FOUND' };
    return { location: withQuery(reportPath(planId), query) };
  },
};
