import { html } from 'hono/html';
import type { Html } from '../../../platform/http/pages/page-route.ts';
import { time } from '../../../platform/pages-shell/list-parts.ts';
import { visible } from '../../../platform/pages-shell/visible-text.ts';
import type { GatePolicy } from '../../domain/gates/gate-policy.ts';
import type { GateAnswer, ScoreAnswer } from '../evaluation-answers.ts';
import { artifactLink, artifactPath, gatePath } from '../evaluation-links.ts';
import { rulesTable } from '../gates/gate-section.ts';
import { ruleNotes } from './rule-notes.ts';
import { gateBadge } from './run-texts.ts';

interface RulesPanel {
  gate: GateAnswer;
  policy: GatePolicy | null;
  scores: readonly ScoreAnswer[];
  /** Decisions by other rules. */
  others: readonly GateAnswer[];
}

/** The gate rules of a run with what was measured, and what other rules decided. */
export const rulesPanel = ({ gate, policy, scores, others }: RulesPanel): Html =>
  html`<section class="panel block" aria-labelledby="gate"><div class="panel-head"><h2 id="gate">Gate rules</h2>${gate.gate_policy_version !== null && html`<span class="small muted">Rule set <a href="${artifactPath(gate.gate_policy_version)}">${visible(policy?.name ?? 'without a name')}</a></span>`}</div>${
    gate.status === 'decided'
      ? rulesTable(gate, policy, ruleNotes(gate, policy, scores))
      : html`<p class="pad muted">${gate.status === 'pending' ? 'Not decided yet' : 'No gate: the run was cancelled'}</p>`
  }${others.length > 0 && html`<div class="panel-foot"><h3>Decisions with other rules</h3><ul>${others.map((one) => html`<li>${gateBadge(one)} by ${artifactLink(one.gate_policy_version)}, <a href="${gatePath(one.gate_decision_id ?? '')}">${time(one.decided_at)}</a></li>`)}</ul></div>`}</section>`;
