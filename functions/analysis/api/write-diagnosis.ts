import { type Endpoint, JSON_BODY, ok, openApiErrors } from '../../platform/http/api.ts';
import { endpoint } from '../../platform/http/endpoint.ts';
import type { AnalysisServices } from '../composition.ts';
import { diagnosisDocs } from './write-diagnosis.doc.ts';

/**
 * Accepts an executor's diagnosis of a settled round (interface 2.5). `?round=` names another round than the latest.
 */
export const writeDiagnosis: Endpoint<Pick<AnalysisServices, 'plans' | 'analyses'>> = endpoint({
  method: 'POST',
  path: '/openapi/v1/replay-runs/{planId}/diagnosis',
  scope: null,
  body: JSON_BODY,
  errors: openApiErrors,
  doc: diagnosisDocs.writeDiagnosis,

  async answer({ params, query, body }, { plans, analyses }) {
    const plan = await plans.find(params.planId ?? '');
    if (plan === undefined) return answer('NOT_FOUND', 'there is no such run');
    const wanted = query.get('round') ?? String(plan.round);
    const round = /^[1-9]\d{0,3}$/.test(wanted) ? await plans.findRound(plan.planId, Number(wanted)) : undefined;
    if (round === undefined) return answer('NOT_FOUND', 'the run has no such round');
    const written = await analyses.write(plan, round, body);
    return written.ok ? answer(null, null) : answer(written.code, written.message);
  },
});

const answer = (errorCode: string | null, errorMessage: string | null) => ok({ errorCode, errorMessage });
