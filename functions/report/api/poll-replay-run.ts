import { type Endpoint, ok, openApiErrors } from '../../platform/http/api.ts';
import { endpoint } from '../../platform/http/endpoint.ts';
import type { ReportServices } from '../composition.ts';
import { EMPTY_REPLAY_RUN, finishedReplayRun, unfinishedReplayRun } from './parts/replay-run-view.ts';
import { pollDocs } from './replay-runs.doc.ts';

/** Returns the progress of a replay and, once it has settled, its result (spec 2.3, 4.2). */
export const pollReplayRun: Endpoint<Pick<ReportServices, 'plans' | 'results' | 'findings' | 'analyses' | 'config'>> =
  endpoint({
    method: 'GET',
    path: '/openapi/v1/replay-runs/{planId}',
    scope: null,
    errors: openApiErrors,
    doc: pollDocs.pollReplayRun,

    async answer({ params }, services) {
      const plan = await services.plans.find(params.planId ?? '');
      const round = plan && (await services.plans.findRound(plan.planId, plan.round));
      if (!plan || !round)
        return ok({ ...EMPTY_REPLAY_RUN, errorCode: 'NOT_FOUND', errorMessage: 'there is no such run' });
      if (plan.status !== 'COMPLETED' || round.result === null)
        return ok(await unfinishedReplayRun(plan, round, services));
      return ok(await finishedReplayRun(plan, round, services));
    },
  });
