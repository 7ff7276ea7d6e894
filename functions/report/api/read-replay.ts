import { comparedHeaders } from '../../compare/domain/headers/compared-headers.ts';
import { compareRulesIn } from '../../compare/domain/rules/rules.ts';
import { settlingOf } from '../../findings/domain/settling.ts';
import { type Endpoint, failureOf, ok, plainErrors } from '../../platform/http/api.ts';
import { endpoint } from '../../platform/http/endpoint.ts';
import { isoTextOrNull } from '../../platform/time/iso-text.ts';
import { NO_PLAN } from '../../replay/api/parts/run-refusals.ts';
import type { ReportServices } from '../composition.ts';
import { reportedFindings } from '../domain/reported-findings.ts';
import { callsView, headersView, hintsView, planView, roundView } from './plan-view.ts';
import { planDocs } from './plans.doc.ts';
import type { PlanWithRound } from './shown-plan.ts';

/**
 * Returns one plan with its latest round, what it waits for after its last request and, once settled, its findings
 * and hints (interface 10). `rulesPending`: a recompare would change them.
 */
export const readReplay: Endpoint<Pick<ReportServices, 'plans' | 'rules' | 'findings' | 'noise' | 'config'>> = endpoint(
  {
    method: 'GET',
    path: '/api/replays/{planId}',
    scope: 'read',
    errors: plainErrors,
    doc: planDocs.readReplay,

    async answer({ params }, { plans, rules, findings, noise, config }) {
      const plan = await plans.find(params.planId ?? '');
      const round = plan && (await plans.findRound(plan.planId, plan.round));
      if (!plan || !round) return failureOf(NO_PLAN);
      const isSettled = round.result !== null;
      const [computed, secondAnswers] = await Promise.all([
        isSettled ? findings.latestOf(plan, round) : undefined,
        isSettled ? noise.secondAnswers(plan.planId, round.round) : undefined,
      ]);
      const settling = settlingOf(round, config.noiseReduction);
      const shown: PlanWithRound = {
        ...planView(plan, config.publicUrl),
        ...roundView(round),
        settling: settling && { ...settling, until: isoTextOrNull(settling.until) },
        findings: computed ? reportedFindings(plan, computed) : null,
        ...(computed?.findingsPending && { findingsPending: true }),
        rulesPending: computed?.rulesPending ?? false,
        hints: hintsView(plan, round, config.publicUrl),
        calls: callsView(computed?.measures.calls),
        secondAnswers: secondAnswers ?? null,
        headers: headersView(comparedHeaders(compareRulesIn(await rules.inForce(plan.appId)))),
      };
      return ok(shown);
    },
  },
);
