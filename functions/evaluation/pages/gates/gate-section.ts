import { html } from 'hono/html';
import type { Tone } from '../../../findings/domain/state-labels.ts';
import type { Html } from '../../../platform/http/pages/page-route.ts';
import { badge } from '../../../platform/pages-shell/badge.ts';
import { visible } from '../../../platform/pages-shell/visible-text.ts';
import type { DecidedRule, GateDecision, RuleOutcome } from '../../domain/gates/gate-decision.ts';
import type { GatePolicy, GateRule } from '../../domain/gates/gate-policy.ts';
import type { GateAnswer } from '../evaluation-answers.ts';
import { ruleWords } from './rule-words.ts';

const OUTCOMES: Readonly<Record<RuleOutcome, [name: string, tone: Tone]>> = {
  pass: ['Passed', 'good'],
  fail: ['Failed', 'bad'],
  skipped: ['Skipped', 'quiet'],
  missing: ['Nothing to evaluate', 'warn'],
  insufficient_samples: ['Too few scores', 'warn'],
  baseline_missing: ['No baseline', 'warn'],
  baseline_zero: ['Baseline is 0', 'warn'],
};

/** Why a gate could not be evaluated (evaluation 5.8). */
const REASONS: Readonly<Record<GateDecision['reason_codes'][number], string>> = {
  pass: '',
  skipped: '',
  fail: 'A rule failed.',
  missing: 'A rule reads a value that the run does not have.',
  insufficient_samples: 'A rule requires more scores than exist.',
  baseline_missing: 'A rule compares with a baseline that does not exist.',
  baseline_zero: 'A rule makes a relative comparison with a baseline of 0.',
  gate_policy_unknown: 'The gate policy was never committed, or is invalid.',
  no_required_rule: 'No required rule could be evaluated.',
  attempt_not_succeeded: 'The attempt did not succeed, so nothing was measured.',
};

/** The reasons of a decision as sentences. */
export const reasonsOf = ({ reason_codes }: Pick<GateAnswer, 'reason_codes'>): string =>
  reason_codes.map((code) => REASONS[code]).join(' ');

/** What follows a rule in grey, such as the run that it was compared with. */
export type RuleNote = (rule: DecidedRule) => Html | null;

/** The rules of a decision with what was measured. `policy` says what each reads, if it is still known. */
export const rulesTable = (
  { rules }: Pick<GateAnswer, 'rules'>,
  policy: GatePolicy | null,
  noteOf: RuleNote = () => null,
): Html =>
  rules.length === 0
    ? html`<p class="pad muted">No rules evaluated</p>`
    : html`<table class="cards"><caption class="hidden">Rules of the gate and what was measured</caption><thead><tr><th scope="col">Rule</th><th scope="col">Result</th><th scope="col" class="number">Measured</th><th scope="col" class="number">Required</th></tr></thead>
<tbody>${rules.map((rule) => row(rule, policy, noteOf(rule)))}</tbody></table>`;

function row(rule: DecidedRule, policy: GatePolicy | null, note: Html | null): Html {
  const { title, measured, required } = ruleWords(rule, policy);
  const read = title === rule.id ? readBy(policy?.rules.find(({ id }) => id === rule.id)) : null;
  return html`<tr><th scope="row">${visible(title)}${rule.enforcement === 'advisory' && html` <span class="muted">advisory</span>`}${(note ?? read) && html`<br><span class="small muted">${note ?? read}</span>`}</th><td class="wide">${badge(...OUTCOMES[rule.outcome])}</td><td class="number wide" data-label="Measured"${typeof rule.observed === 'number' && html` title="${rule.observed}"`}>${measured === null ? '–' : visible(measured)}</td><td class="number wide" data-label="Required">${visible(required)}</td></tr>`;
}

function readBy(rule: GateRule | undefined): Html | null {
  if (rule === undefined) return null;
  if ('field' in rule) return html`<code>${visible(rule.field)}</code>`;
  const where = Object.entries(rule.where ?? {}).map(([name, value]) => `${name}=${value}`);
  return html`${rule.aggregation} of <code>${visible(rule.metric)}</code>${where.length > 0 && html` where ${visible(where.join(', '))}`}${rule.baseline && `, compared with ${rule.baseline.ref === 'run' ? 'the baseline' : 'the last build that passed'}`}`;
}
