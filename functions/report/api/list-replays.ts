import { type Endpoint, ok, plainErrors } from '../../platform/http/api.ts';
import { endpoint } from '../../platform/http/endpoint.ts';
import { badParameter, pageRequest, repeatedParameter } from '../../platform/http/page-request.ts';
import type { ReportServices } from '../composition.ts';
import { runFilter } from '../domain/run-filter.ts';
import { filteredRuns } from '../service/filtered-runs.ts';
import { listedPlanView } from './plan-view.ts';
import { planDocs } from './plans.doc.ts';

/** Lists the plans of one application (`appId`) or of all, of one branch, in one state, newest first (interface 10). */
export const listReplays: Endpoint<Pick<ReportServices, 'plans' | 'config'>> = endpoint({
  method: 'GET',
  path: '/api/replays',
  scope: 'read',
  errors: plainErrors,
  doc: planDocs.listReplays,

  async answer({ query }, { plans, config }) {
    const repeated = repeatedParameter(query, ['appId', 'branch', 'state']);
    if (repeated !== null) return badParameter(repeated);
    const page = pageRequest(query);
    if (page === null) return badParameter('limit');
    const filter = runFilter(query);
    if (!filter.ok) return badParameter(filter.code);
    const { runs, next } = await filteredRuns(plans, {
      ...filter.value,
      appId: query.get('appId') || null,
      ...page,
    });
    return ok({ items: runs.map((run) => listedPlanView(run, config.publicUrl)), nextCursor: next });
  },
});
