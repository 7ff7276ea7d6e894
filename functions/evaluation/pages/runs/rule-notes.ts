import { html } from 'hono/html';
import type { Html } from '../../../platform/http/pages/page-route.ts';
import { evaluationRunPath } from '../../../platform/pages-shell/evaluation-paths.ts';
import { percent } from '../../../platform/pages-shell/list-parts.ts';
import { count } from '../../../platform/pages-shell/texts.ts';
import type { DecidedRule } from '../../domain/gates/gate-decision.ts';
import type { GatePolicy } from '../../domain/gates/gate-policy.ts';
import type { GateAnswer, ScoreAnswer } from '../evaluation-answers.ts';
import type { RuleNote } from '../gates/gate-section.ts';
import { knownRule } from '../gates/known-rule.ts';
import { trustedNumber } from '../scores/trusted-number.ts';

/** What stands below the rules of a run: how many requests, and the build that it was compared with. */
export function ruleNotes(gate: GateAnswer, policy: GatePolicy | null, scores: readonly ScoreAnswer[]): RuleNote {
  const kindOf = (rule: DecidedRule) => knownRule(policy?.rules.find(({ id }) => id === rule.id));
  return (rule) => {
    const kind = kindOf(rule);
    if (kind === 'pass-rate') return passedNote(scores);
    if (kind === 'no-worse') return baselineNote(gate, rule);
    return null;
  };
}

function passedNote(scores: readonly ScoreAnswer[]): Html | null {
  const total = trustedNumber(scores, 'replay.total_cases');
  const passed = trustedNumber(scores, 'replay.success_cases');
  return total === null || passed === null
    ? null
    : html`${count(passed)} of ${count(total)} requests answered as recorded`;
}

function baselineNote({ inputs }: GateAnswer, { baseline }: DecidedRule): Html | null {
  const runId = inputs?.last_passing_run_id ?? inputs?.baseline_run_id;
  if (!runId || baseline === null) return html`No build passed before`;
  return html`<a href="${evaluationRunPath(runId)}">The last one</a>: ${percent(baseline)}`;
}
