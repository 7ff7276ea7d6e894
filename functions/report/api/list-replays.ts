import { type Endpoint, ok, plainErrors } from '../../platform/http/api.ts';
import { badParameter, pageRequest, repeatedParameter } from '../../platform/http/page-request.ts';
import type { ReportServices } from '../services.ts';
import { planView } from './plan-view.ts';
import { listReplaysDoc } from './plans.doc.ts';

/** Lists the plans of one application (`appId`) or of all, newest first (interface 10). */
export const listReplays: Endpoint<Pick<ReportServices, 'plans' | 'config'>> = {
  method: 'GET',
  path: '/api/replays',
  scope: 'read',
  errors: plainErrors,
  doc: listReplaysDoc,

  async answer({ query }, { plans, config }) {
    const repeated = repeatedParameter(query, ['appId']);
    if (repeated !== null) return badParameter(repeated);
    const page = pageRequest(query);
    if (page === null) return badParameter('limit');
    const { plans: found, next } = await plans.list({ appId: query.get('appId') || null, ...page });
    return ok({ items: found.map((plan) => planView(plan, config.publicUrl)), nextCursor: next });
  },
};
