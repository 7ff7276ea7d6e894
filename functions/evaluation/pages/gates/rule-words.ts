import { stateLabels } from '../../../findings/domain/state-labels.ts';
import { percent } from '../../../platform/pages-shell/list-parts.ts';
import { counted } from '../../../platform/pages-shell/texts.ts';
import type { DecidedRule } from '../../domain/gates/gate-decision.ts';
import type { GatePolicy } from '../../domain/gates/gate-policy.ts';
import { type KnownRule, knownRule } from './known-rule.ts';
import { pointsText, requiredText, ruleValue } from './rule-numbers.ts';

/** A decided rule in words. */
export interface RuleWords {
  title: string;
  /** A dash is shown for null. */
  measured: string | null;
  required: string;
  /** In a list of reasons; null where it says nothing of its own. */
  reason: string | null;
}

type Words = (rule: DecidedRule, values: { observed: number; threshold: number; delta: number | null }) => RuleWords;

const state = (observed: DecidedRule['observed']): string | null =>
  observed === null ? null : stateLabels(String(observed)).name;

const isPass = ({ outcome }: DecidedRule): boolean => outcome === 'pass';

const KNOWN: Readonly<Record<KnownRule, Words>> = {
  finished: (rule) => ({
    title: 'The run finished',
    measured: isPass(rule) ? 'finished' : 'not finished',
    required: 'finished',
    reason: isPass(rule) ? null : 'the run did not finish',
  }),
  clean: (rule) => ({
    title: 'No finding at all',
    measured: state(rule.observed),
    required: 'Clean',
    reason: isPass(rule) ? 'no finding' : `findings: ${state(rule.observed) ?? 'unknown'}`,
  }),
  coverage: (rule) => ({
    title: 'Enough was replayed',
    measured: isPass(rule) ? 'enough' : 'too little',
    required: 'enough',
    reason: isPass(rule) ? null : 'too little was replayed',
  }),
  'needs-action': (rule, { observed }) => ({
    title: 'Nothing needs action',
    measured: counted(observed, 'endpoint'),
    required: '0',
    reason: isPass(rule)
      ? 'nothing needs action'
      : `${counted(observed, 'endpoint')} ${observed === 1 ? 'needs' : 'need'} action`,
  }),
  'pass-rate': (rule, { observed, threshold }) => ({
    title: 'Pass rate',
    measured: percent(observed),
    required: `at least ${share(threshold)}`,
    reason: `pass rate ${percent(observed)}${isPass(rule) ? '' : ` is under ${share(threshold)}`}`,
  }),
  'no-worse': (rule, { threshold, delta }) => ({
    title: 'No worse than the last build that passed',
    measured: delta === null ? null : deltaText(delta),
    required: threshold === 0 ? 'no less' : `at most ${pointsText(threshold)} less`,
    reason: isPass(rule) || delta === null ? null : `${deltaText(delta)} than the last build that passed`,
  }),
  'as-fast': (rule, { observed, threshold }) => ({
    title: 'As fast',
    measured: `p95 ${ratio(observed)}`,
    required: `at most ${ratio(threshold)}`,
    reason: isPass(rule) ? null : `p95 is at least ${ratio(observed)} as long`,
  }),
};

/** A rule of a decision in words. `policy` says what it reads, if the policy is still known. */
export function ruleWords(rule: DecidedRule, policy: GatePolicy | null): RuleWords {
  const kind = knownRule(policy?.rules.find(({ id }) => id === rule.id));
  const required = requiredText(rule);
  const other: RuleWords = {
    title: rule.id,
    measured: rule.observed === null ? null : measuredText(rule.observed, rule.delta),
    required: rule.baseline === null ? required : `${required} difference`,
    reason: isPass(rule) ? null : `rule ${rule.id}`,
  };
  if (kind === null) return other;
  const { observed, threshold, delta } = rule;
  const isNumeric = typeof observed === 'number' && typeof threshold === 'number';
  const words = KNOWN[kind](rule, {
    observed: isNumeric ? observed : 0,
    threshold: isNumeric || typeof threshold === 'number' ? Number(threshold) : 0,
    delta,
  });
  if (observed !== null) return words;
  return { ...words, measured: null, reason: `${words.title}: nothing was measured` };
}

const measuredText = (observed: NonNullable<DecidedRule['observed']>, delta: number | null): string =>
  delta === null ? ruleValue(observed) : `${ruleValue(observed)}, difference ${ruleValue(delta)}`;

/** A required share: `99 %`. */
const share = (value: number): string => `${Number((value * 100).toPrecision(12))} %`;

const deltaText = (delta: number): string =>
  pointsText(delta) === '0 points' ? 'the same' : `${pointsText(delta)} ${delta < 0 ? 'less' : 'more'}`;

const ratio = (value: number): string => `${Number(value.toFixed(2))}×`;
