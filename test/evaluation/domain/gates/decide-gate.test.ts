import { describe, expect, test } from 'vitest';
import type { GateQuestion } from '../../../../functions/evaluation/domain/gates/decide-gate.ts';
import type { Score } from '../../../../functions/evaluation/domain/scores/score.ts';
import { attemptOf, BASELINE_ID, decided, digest, NO_BASELINES, RUN_ID, runOf, scoresOf } from './gate-stage.ts';

const rule = (aggregation: string, op: string, threshold: number, more: object = {}) => ({
  id: 'r',
  metric: 'm',
  aggregation,
  op,
  threshold,
  ...more,
});
const field = (name: string, op: string, value: unknown, more: object = {}) => ({
  id: 'r',
  field: name,
  op,
  value,
  ...more,
});
const OK = field('framework_attempt.status', 'eq', 'succeeded', { id: 'ok' });
const last = (mode: string) => ({ baseline: { ref: 'last_passing', mode } });
/** The trusted scores of the last passing run. */
const passed = (scores: readonly Score[], run_id = BASELINE_ID) => ({
  ...NO_BASELINES,
  last_passing: { run_id, scores },
});
const outcomeOf = ({ rules }: ReturnType<typeof decided>) => rules[0]?.outcome;

describe('the threshold of a rule (evaluation 3.9)', () => {
  test.for<[outcome: string, values: (string | boolean)[], ...Parameters<typeof rule>]>([
    ['pass', ['0.1', '0.2'], 'sum', 'eq', 0.3],
    ['fail', ['0.1', '0.20000000000000001'], 'sum', 'eq', 0.3],
    ['pass', ['0.1', '0.2'], 'sum', 'lte', 0.3],
    ['fail', ['0.1', '0.2000000000000000000001'], 'sum', 'lte', 0.3],
    ['pass', ['0.95', '0.95', '0.95'], 'mean', 'gte', 0.95],
    ['fail', ['0.95', '0.95', '0.94999999999999999999'], 'mean', 'gte', 0.95],
    ['fail', ['1', '0', '0'], 'mean', 'eq', 0.3333333333333333],
    ['pass', ['1', '0', '0'], 'mean', 'gt', 0.3333333333333333],
    ['pass', ['1', '0', '0'], 'mean', 'lt', 0.33333333333333337],
    ['pass', ['9007199254740993'], 'max', 'gt', 9007199254740992],
    ['fail', ['9007199254740992'], 'max', 'gt', 9007199254740992],
    ['pass', ['1.0'], 'last', 'eq', 1],
    ['fail', ['1.0'], 'last', 'ne', 1],
    ['pass', ['3', '-1', '2'], 'min', 'eq', -1],
    ['pass', ['3', '-1', '2'], 'max', 'eq', 3],
    ['pass', ['3', '-1', '2'], 'count', 'eq', 3],
    ['pass', [true, true, false, true], 'rate', 'gte', 0.75],
    ['fail', [true, true, false, true], 'rate', 'gt', 0.75],
    ['pass', [true, true, false], 'rate', 'gt', 0.6666666666666666],
    ['pass', ['4', '1', '3', '2'], 'p50', 'eq', 2],
    ['pass', ['4', '1', '3', '2'], 'p51', 'eq', 3],
    ['pass', ['4', '1', '3', '2'], 'p99', 'eq', 4],
    ['pass', ['4', '1', '3', '2'], 'p1', 'eq', 1],
    ['pass', ['10', '9'], 'max', 'eq', 10],
  ])('is compared exactly to a %s: %s, %s %s %d', ([outcome, values, ...wanted]) => {
    const decision = decided([rule(...wanted)], { scores: scoresOf('m', values) });
    expect(outcomeOf(decision)).toBe(outcome);
    expect(decision).toMatchObject({ decision: outcome, conclusive: true });
  });

  test('is compared to the last score by score_id for "last", regardless of time', () => {
    const scores = scoresOf('m', ['1', '2', '3']).sort((a, b) => (a.score_id < b.score_id ? -1 : 1));
    const decision = decided([rule('last', 'eq', Number(scores.at(-1)?.value))], { scores: scores.reverse() });
    expect(decision.decision).toBe('pass');
  });

  test('is compared to nearest ranks for percentiles', () => {
    const scores = scoresOf(
      'm',
      Array.from({ length: 200 }, (_, at) => String(at + 1)),
    );
    for (const [percentile, value] of [
      ['p95', 190],
      ['p1', 2],
      ['p99', 198],
    ] as const)
      expect(decided([rule(percentile, 'eq', value)], { scores }).decision).toBe('pass');
  });
});

describe('the baseline of a rule (evaluation 3.9)', () => {
  test.for<[outcome: string, value: string, before: string, mode: string, op: string, threshold: number]>([
    ['pass', '0.96', '0.98', 'absolute', 'gte', -0.02],
    ['fail', '0.9599999999999999999', '0.98', 'absolute', 'gte', -0.02],
    ['pass', '0.3', '0.1', 'absolute', 'lte', 0.2],
    ['pass', '110', '100', 'relative', 'lte', 0.1],
    ['fail', '110.00000000000000001', '100', 'relative', 'lte', 0.1],
    // (v - b) / |b|: less negative is more, whatever the sign of the baseline.
    ['pass', '-8', '-10', 'relative', 'gte', 0.2],
    ['fail', '-12', '-10', 'relative', 'gte', 0],
    ['pass', '0.1', '0.3', 'relative', 'lt', -0.6666666666666666],
    ['baseline_zero', '5', '0.0', 'relative', 'lte', 0.1],
    ['pass', '5', '0.0', 'absolute', 'lte', 5],
  ])('gives %s: %s after %s, %s, %s %d', ([outcome, value, before, mode, op, threshold]) => {
    const baselines = passed(scoresOf('m', [before]));
    const decision = decided([rule('mean', op, threshold, last(mode))], { scores: scoresOf('m', [value]), baselines });
    expect(outcomeOf(decision)).toBe(outcome);
    expect(decision.conclusive).toBe(outcome !== 'baseline_zero');
    expect(decision.inputs.baseline_run_id).toBe(BASELINE_ID);
  });

  const scores = scoresOf('m', ['1']);
  const baselines = passed(scores);
  const asked = { ref: 'run', workflow_run_id: BASELINE_ID } as const;
  test.for<[string, Partial<GateQuestion>]>([
    ['there is none', { baselines: NO_BASELINES }],
    ['it lacks the metric', { baselines: passed(scoresOf('n', ['1'])) }],
    ['it is forged', { baselines: passed(scores.map((one) => ({ ...one, origin: 'client' }))) }],
    ['another run was fixed', { baselines: passed(scores, RUN_ID) }],
    ['none was fixed', { baselines, run: runOf({ baseline: null, last_passing_run_id: null }) }],
    ['it is of another kind', { baselines, run: runOf({ baseline: asked, last_passing_run_id: null }) }],
  ])('is missing if %s, which fails, and may be skipped', ([, change]) => {
    const comparison = rule('mean', 'gte', -1, last('absolute'));
    expect(decided([comparison], { scores, ...change })).toMatchObject({
      decision: 'fail',
      conclusive: false,
      reason_codes: ['baseline_missing'],
    });
    const skipping = decided([{ ...comparison, on_missing: 'skip' }, OK], { scores, ...change });
    expect(skipping).toMatchObject({ decision: 'pass', conclusive: true, reason_codes: [] });
    expect(outcomeOf(skipping)).toBe('skipped');
  });

  test('is not missing if it is 0, and not skipped', () => {
    const skipping = rule('mean', 'gte', -1, { ...last('relative'), on_missing: 'skip' });
    expect(decided([skipping, OK], { scores, baselines: passed(scoresOf('m', ['0'])) })).toMatchObject({
      decision: 'fail',
      conclusive: false,
      reason_codes: ['baseline_zero'],
    });
  });

  test('does not replace that of other rules against the last passing run, if it was requested', () => {
    const ASKED_ID = 'wrun_01KAMJA9000000000000000000';
    const rules = [
      rule('mean', 'gte', -0.02, { id: 'last', ...last('absolute'), on_missing: 'skip' }),
      rule('mean', 'gte', -0.02, { id: 'asked', baseline: { ref: 'run', mode: 'absolute' } }),
    ];
    const run = runOf({
      baseline_run_id: ASKED_ID,
      baseline: { ref: 'run', workflow_run_id: ASKED_ID },
      last_passing_run_id: BASELINE_ID,
    });
    const both = { ...passed(scoresOf('m', ['2'])), run: { run_id: ASKED_ID, scores } };
    const decision = decided(rules, { scores, run, baselines: both });
    expect(decision).toMatchObject({
      decision: 'fail',
      conclusive: true,
      rules: [
        { outcome: 'fail', baseline: 2 },
        { outcome: 'pass', delta: 0 },
      ],

      inputs: { baseline_run_id: ASKED_ID, last_passing_run_id: BASELINE_ID },
    });
    // Not an input of rules that do not compare with it, and not named twice.
    expect(decided([OK], { scores, run, baselines: both }).inputs).not.toHaveProperty('last_passing_run_id');
    expect(decided(rules, { scores, baselines }).inputs).not.toHaveProperty('last_passing_run_id');
    const gone = decided(rules, { scores, run, baselines: { ...both, last_passing: null } });
    expect(gone.inputs).toMatchObject({ baseline_run_id: ASKED_ID, last_passing_run_id: null });
    expect(gone.decision_digest).not.toBe(decision.decision_digest);
  });
});

describe('a gate with missing inputs (evaluation 3.9, 5.8)', () => {
  test.for<[string, string, unknown, (string | boolean)[], boolean]>([
    ['no score', 'missing', rule('mean', 'gte', 0), [], false],
    ['ne of no score', 'missing', rule('mean', 'ne', 0), [], false],
    ['one too few', 'insufficient_samples', rule('mean', 'gte', 0, { min_samples: 3 }), ['1', '1'], false],
    ['just enough', 'pass', rule('mean', 'gte', 0, { min_samples: 2 }), ['1', '1'], true],
    ['nothing counted is 0', 'pass', rule('count', 'eq', 0), [], true],
    ['too few counted', 'insufficient_samples', rule('count', 'lte', 9, { min_samples: 1 }), [], false],
    ['where nothing is', 'missing', rule('mean', 'gte', 0, { where: { operation: '/b' } }), ['1'], false],
    ['where of an inherited name', 'missing', rule('mean', 'gte', 0, { where: { toString: 'x' } }), ['1'], false],
    ['an unknown field', 'missing', field('native.state', 'ne', 'DIRTY'), [], false],
    ['an inherited field', 'missing', field('native.constructor.name', 'ne', 'x'), [], false],
    ['an object', 'missing', field('workflow_run.labels', 'ne', 'x'), [], false],
    ['what changes after the gate', 'missing', field('workflow_run.version', 'gte', 0), [], false],
    ['more than a text', 'missing', field('framework_attempt.status', 'gt', 0), [], false],
  ])('fails or passes by what is missing: %s gives %s', ([, outcome, wanted, values, conclusive]) => {
    const decision = decided([wanted], { scores: scoresOf('m', values), native: values.length > 0 ? {} : null });
    expect(outcomeOf(decision)).toBe(outcome);
    expect(decision).toMatchObject({ decision: outcome === 'pass' ? 'pass' : 'fail', conclusive });
    expect(decision.reason_codes).toEqual(outcome === 'pass' ? [] : [outcome]);
  });

  test('counts numbers as missing if a text is among them', () => {
    const [one, other] = scoresOf('m', ['1', '1']) as [Score, Score]; // two were created
    const scores = [one, { ...other, data_type: 'categorical' as const }];
    expect(outcomeOf(decided([rule('mean', 'gte', 0)], { scores }))).toBe('missing');
  });

  test('fails without a required rule: no rules, only warnings, all skipped', () => {
    const skipped = rule('mean', 'gte', 0, { on_missing: 'skip' });
    for (const rules of [[], [{ ...OK, enforcement: 'advisory' }], [skipped]])
      for (const combine of ['all', 'any'])
        expect(decided(rules, {}, { combine })).toMatchObject({
          decision: 'fail',
          conclusive: false,
          reason_codes: ['no_required_rule'],
        });
  });

  test('fails with an unknown policy', () => {
    expect(decided([OK], { policy: null })).toMatchObject({
      decision: 'fail',
      conclusive: false,
      reason_codes: ['gate_policy_unknown'],
      rules: [],
    });
  });

  test.for(['subject_error', 'runner_error', 'missing_evidence', 'timed_out', 'cancelled'] as const)(
    'fails for an attempt that ended %s, and counts nothing',
    (status) => {
      const attempt = attemptOf({ status, scores_digest: null });
      expect(decided([field('workflow_run.labels.team', 'eq', 'shop')], { attempt })).toMatchObject({
        decision: 'fail',
        reason_codes: ['attempt_not_succeeded'],
      });
      expect(outcomeOf(decided([rule('count', 'eq', 0)], { attempt }))).toBe('missing');
    },
  );

  test('fails for a run without an attempt', () => {
    expect(decided([OK], { attempt: null })).toMatchObject({
      decision: 'fail',
      conclusive: false,
      reason_codes: ['missing', 'attempt_not_succeeded'],
      inputs: { attempt_id: null, attempt_status: null, native_result_digest: null, scores_digest: null },
    });
  });
});

describe('a rule about a field (evaluation 3.9, 5.10)', () => {
  const native = { state: 'CLEAN', pass_rate: 0.96, deep: { is: true } };
  test.for<[string, string, unknown, string]>([
    ['native.state', 'in', ['CLEAN', 'LOW_COVERAGE'], 'pass'],
    ['native.state', 'in', ['LOW_COVERAGE'], 'fail'],
    ['native.pass_rate', 'gte', 0.96, 'pass'],
    ['native.pass_rate', 'gte', 0.9600000000000001, 'fail'],
    ['native.pass_rate', 'lt', 0.9600000000000001, 'pass'],
    ['native.pass_rate', 'eq', '0.96', 'fail'],
    ['native.deep.is', 'eq', true, 'pass'],
    ['framework_attempt.status', 'ne', 'failed', 'pass'],
    ['framework_attempt.host.kind', 'eq', 'managed', 'pass'],
    ['workflow_run.status', 'eq', 'succeeded', 'pass'],
    ['workflow_run.labels.team', 'eq', 'shop', 'pass'],
    ['workflow_version.subject.version', 'eq', digest('7'), 'pass'],
    ['workflow_version.workflow_version_digest', 'eq', digest('1'), 'pass'],
    ['workflow_version.lineage_digest', 'eq', digest('2'), 'pass'],
    ['workflow_version.reproducibility_class', 'in', ['hermetic', 'recorded_external'], 'pass'],
    ['workflow_version.runnable', 'eq', true, 'missing'],
  ])('gives the outcome of the comparison: %s %s %s gives %s', ([name, op, value, outcome]) => {
    expect(outcomeOf(decided([field(name, op, value)], { native }))).toBe(outcome);
  });
});

describe('several rules (evaluation 3.9)', () => {
  const bad = { ...OK, id: 'bad', value: 'x' };
  const gone = rule('mean', 'gte', 0, { id: 'gone' });
  test.for<[combine: string, rules: object[], decision: string, conclusive: boolean, reasons: string[]]>([
    ['all', [OK, bad], 'fail', true, ['fail']],
    ['any', [OK, bad], 'pass', true, ['fail']],
    ['any', [bad, gone], 'fail', false, ['fail', 'missing']],
    ['any', [OK, gone], 'fail', false, ['missing']],
    ['all', [OK, { ...bad, enforcement: 'advisory' }], 'pass', true, ['fail']],
    ['all', [OK, { ...gone, enforcement: 'advisory' }], 'pass', true, ['missing']],
    ['all', [OK, { ...gone, on_missing: 'skip' }], 'pass', true, []],
    ['any', [gone, { ...bad, enforcement: 'advisory' }], 'fail', false, ['missing', 'fail']],
  ])('decide together: %s of %j gives %s', ([combine, rules, decision, conclusive, reason_codes]) => {
    expect(decided(rules, {}, { combine })).toMatchObject({ decision, conclusive, reason_codes });
  });
});
