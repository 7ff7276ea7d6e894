import type { FieldRule, GateRule, MetricRule } from '../../domain/gates/gate-policy.ts';

/** Rules that the console has words for; every other rule is shown by its id and numbers. */
export type KnownRule = 'finished' | 'clean' | 'coverage' | 'needs-action' | 'pass-rate' | 'no-worse' | 'as-fast';

/** Rules of fields, as `field op value`. */
const FIELD_RULES: Readonly<Record<string, KnownRule>> = {
  'framework_attempt.status eq "succeeded"': 'finished',
  'native.state ne "LOW_COVERAGE"': 'coverage',
  'native.state in ["CLEAN"]': 'clean',
};

/** What a rule says, whatever its id is. Null if the console has no words for it. */
export function knownRule(rule: GateRule | undefined): KnownRule | null {
  if (rule === undefined) return null;
  return 'field' in rule ? knownField(rule) : knownMetric(rule);
}

function knownField({ field, op, value }: FieldRule): KnownRule | null {
  const said = `${field} ${op} ${JSON.stringify(value)}`;
  return Object.hasOwn(FIELD_RULES, said) ? (FIELD_RULES[said] ?? null) : null;
}

/** Rules of metrics without conditions; `no-worse` permits a drop. */
function knownMetric({ metric, op, threshold, baseline, where }: MetricRule): KnownRule | null {
  if (where !== undefined) return null;
  const compared = baseline === undefined ? '' : ` ${baseline.ref} ${baseline.mode}`;
  switch (`${metric} ${op}${compared}`) {
    case 'replay.pass_rate gte':
      return 'pass-rate';
    case 'replay.pass_rate gte last_passing absolute':
      return threshold <= 0 ? 'no-worse' : null;
    case 'replay.needs_action_interfaces lte':
      return threshold === 0 ? 'needs-action' : null;
    case 'replay.latency.p95_ratio_low lte':
      return 'as-fast';
    default:
      return null;
  }
}
