import { type Endpoint, ok, openApiErrors } from '../../platform/http/api.ts';
import { endpoint } from '../../platform/http/endpoint.ts';
import { objectKeepingNumbers } from '../../platform/values/json-text.ts';
import { countsView, NO_COUNTS } from '../../replay/api/parts/shown-counts.ts';
import type { AnalysisServices } from '../composition.ts';
import { storedResultDocs } from './read-stored-result.doc.ts';
import type { StoredResult } from './shown-stored-result.ts';

/** The stored result of a replay that the trigger started (spec 2.6, 4.3). */
export const readStoredResult: Endpoint<Pick<AnalysisServices, 'plans' | 'analyses'>> = endpoint({
  method: 'GET',
  path: '/openapi/v1/replay-runs/{planId}/diagnosis',
  scope: null,
  errors: openApiErrors,
  doc: storedResultDocs.readStoredResult,

  async answer({ params }, { plans, analyses }) {
    const planId = params.planId ?? '';
    const plan = await plans.find(planId);
    if (plan === undefined || plan.source !== 'trigger') {
      return ok({ ...EMPTY, planId, errorCode: 'NOT_FOUND', errorMessage: 'this run has no stored result' });
    }
    const [round, attributes] = await Promise.all([plans.findRound(planId, plan.round), plans.attributesOf(planId)]);
    const known = {
      ...EMPTY,
      planId,
      attributes: attributes === null ? null : objectKeepingNumbers(attributes),
    };
    if (!round?.result) {
      return ok({ ...known, errorCode: 'NO_CONCLUSION_YET', errorMessage: 'the replay has not finished' });
    }
    const { summary } = await analyses.viewOf(plan, round);
    return ok({ ...known, ...countsView(round.result), summary });
  },
});

/** Unknown values are null (interface 2.6). */
const EMPTY = {
  planId: null,
  ...NO_COUNTS,
  attributes: null,
  summary: null,
  errorCode: null,
  errorMessage: null,
} satisfies Record<keyof StoredResult, unknown>;
