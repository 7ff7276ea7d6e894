import { html } from 'hono/html';
import type { Tone } from '../../../findings/domain/state-labels.ts';
import type { Html } from '../../../platform/http/pages/page-route.ts';
import { badge } from '../../../platform/pages-shell/badge.ts';
import { table } from '../../../platform/pages-shell/list-parts.ts';
import { visible } from '../../../platform/pages-shell/visible-text.ts';
import type { DecidedRule, GateDecision, RuleOutcome } from '../../domain/gates/gate-decision.ts';
import type { GatePolicy, GateRule } from '../../domain/gates/gate-policy.ts';
import type { GateAnswer } from '../evaluation-answers.ts';

const OPS: Readonly<Record<string, string>> = { eq: '=', ne: '≠', gt: '>', gte: '≥', lt: '<', lte: '≤', in: 'one of' };

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

/** Whether a rule is one of the reasons why a gate does not pass (evaluation 5.8). */
const isBroken = ({ enforcement, outcome }: DecidedRule): boolean =>
  enforcement === 'required' && outcome !== 'pass' && outcome !== 'skipped';

/** The comparison of a rule in words: `0.96 must be ≥ 0.95`. @internal */
export function comparison(rule: DecidedRule): Html {
  const wanted = html`${OPS[rule.op] ?? rule.op} ${listed(rule.threshold)}`;
  if (rule.observed === null) return html`must be ${wanted}`;
  return rule.delta === null
    ? html`observed ${listed(rule.observed)}, must be ${wanted}`
    : html`observed ${listed(rule.observed)}, difference from the baseline ${listed(rule.delta)}, which must be ${wanted}`;
}

/** The rules that prevent a gate from passing, each with its observed value. */
export const brokenRules = ({ rules }: Pick<GateAnswer, 'rules'>): Html | null => {
  const broken = rules.filter(isBroken);
  return broken.length === 0
    ? null
    : html`<ul>${broken.map((rule) => html`<li><strong>${visible(rule.id)}</strong>: ${comparison(rule)}${rule.outcome !== 'fail' && html` (${OUTCOMES[rule.outcome][0].toLowerCase()})`}</li>`)}</ul>`;
};

/** Table of a decision's rules. `policy` adds what each rule reads, if the policy is still known. */
export const rulesTable = ({ rules }: Pick<GateAnswer, 'rules'>, policy: GatePolicy | null): Html =>
  table({
    caption: 'Rules of the gate',
    columns: [
      { name: 'Rule' },
      { name: 'Outcome' },
      { name: 'Reads', as: 'wide' },
      { name: 'Observed', as: 'number' },
      { name: 'Required', as: 'number' },
      { name: 'Baseline', as: 'number' },
      { name: 'Difference', as: 'number' },
      { name: 'Scores', as: 'number' },
    ],
    rows: rules.map((rule) => [
      html`${visible(rule.id)}${rule.enforcement === 'advisory' && html` <span class="muted">advisory</span>`}`,
      badge(...OUTCOMES[rule.outcome]),
      readBy(policy?.rules.find(({ id }) => id === rule.id)),
      rule.observed === null ? null : listed(rule.observed),
      html`${OPS[rule.op] ?? rule.op} ${listed(rule.threshold)}`,
      rule.baseline === null ? null : listed(rule.baseline),
      rule.delta === null ? null : listed(rule.delta),
      rule.samples,
    ]),
    empty: 'No rules evaluated',
  });

function readBy(rule: GateRule | undefined): Html | null {
  if (rule === undefined) return null;
  if ('field' in rule) return html`<code>${visible(rule.field)}</code>`;
  const where = Object.entries(rule.where ?? {}).map(([name, value]) => `${name}=${value}`);
  return html`${rule.aggregation} of <code>${visible(rule.metric)}</code>${where.length > 0 && html` where ${visible(where.join(', '))}`}`;
}

/** Significant digits of a shown number; the tooltip has all. */
const MAX_DIGITS = 6;

function listed(value: DecidedRule['threshold']): Html {
  if (typeof value !== 'number') return visible([value].flat().map(String).join(', '));
  const text = String(Number(value.toPrecision(MAX_DIGITS)));
  return Number(text) === value ? html`${value}` : html`<span title="${value}">${text}</span>`;
}
