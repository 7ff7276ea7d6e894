import { html } from 'hono/html';
import type { Page } from '../../../platform/http/pages/page-route.ts';
import { decision } from '../../../platform/pages-shell/decision.ts';
import { EVALUATIONS, evaluationRunPath } from '../../../platform/pages-shell/evaluation-paths.ts';
import { facts, time } from '../../../platform/pages-shell/list-parts.ts';
import { visible } from '../../../platform/pages-shell/visible-text.ts';
import type { EvaluationUses } from '../../composition.ts';
import { GateAnswer } from '../evaluation-answers.ts';
import { evaluationLayout } from '../evaluation-layout.ts';
import { artifactLink, runLink } from '../evaluation-links.ts';
import { answered } from '../evaluation-page.ts';
import { policyOf } from './gate-policies.ts';
import { gateReasons } from './gate-reasons.ts';
import { reasonsOf, rulesTable } from './gate-section.ts';

/** Shows one decision about a run: the primary one, or a re-evaluation (evaluation 3.9). */
export const gatePage: Page<EvaluationUses<'artifacts'>> = {
  method: 'GET',
  path: `${EVALUATIONS}/gates/{gateDecisionId}`,
  scope: 'eval:read',

  async answer(request, services) {
    const { gateDecisionId = '' } = request.params;
    const gate = await answered(request, GateAnswer, '/api/v1/eval/gates/{gateDecisionId}', {
      params: { gateDecisionId },
    });
    const [tone, title] =
      gate.decision === 'pass'
        ? (['good', 'Pass'] as const)
        : gate.conclusive
          ? (['bad', 'Fail'] as const)
          : (['warn', 'No decision'] as const);
    const policy = await policyOf(gate.gate_policy_version, services);
    const reasons = gateReasons(gate, policy);
    return {
      html: evaluationLayout({
        title: 'Gate decision',
        request,
        tab: 'runs',
        trail: [{ href: evaluationRunPath(gate.workflow_run_id), text: gate.workflow_run_id }],
        body: html`${decision({
          tone,
          title,
          next: html`${gate.decision === 'pass' ? 'Every required rule of the policy passed.' : reasonsOf(gate)}${reasons !== null && html` ${visible(reasons)}.`}`,
        })}
<section class="panel block" aria-labelledby="rules"><div class="panel-head"><h2 id="rules">Gate rules</h2></div>${rulesTable(gate, policy)}</section>
${facts([
  ['Decision', html`<code>${gateDecisionId}</code>`],
  ['Run', runLink(gate.workflow_run_id)],
  ['Role', gate.primary ? 'as the decision of the run' : 'for information only: another decision counts for the run'],
  ['Policy', artifactLink(gate.gate_policy_version)],
  ['Result', artifactLink(gate.inputs?.native_result_digest)],
  ['Baseline', gate.inputs?.baseline_run_id ? runLink(gate.inputs.baseline_run_id) : 'none'],
  ['Decided', time(gate.decided_at)],
  ['Digest of inputs, policy and outcomes', html`<code>${gate.decision_digest}</code>`],
])}`,
      }),
    };
  },
};
