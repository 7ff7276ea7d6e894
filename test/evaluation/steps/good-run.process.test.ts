import { describe, expect, test } from 'vitest';
import { ONLY_CLEAN, startedRun } from '../../support/evaluation/evaluation-manifests.ts';
import { json } from '../../support/fakes/recorded-target.ts';
import { evaluationStage, GOOD_RUN } from '../../support/stages/evaluation-stage.ts';

const stage = evaluationStage(({ url }, response) => json(response, { price: url.includes('/a3/') ? 2 : 1 }));
const started = (appId: string, more: object = {}, asked = {}) =>
  startedRun(
    { appId, targetEnv: stage.target.url, config: { operations: OPERATIONS }, ...more },
    stage.services,
    asked,
  );
/** All endpoints except the one that answers differently. */
const OPERATIONS = Array.from({ length: 11 }, (_, index) => `/a${index}`).filter((name) => name !== '/a3');

describe('the events of a run that succeeds (evaluation 5.7)', () => {
  test.for([1, 3])('are in their order and once each if every step is invoked %i times at once', async (atOnce) => {
    const appId = `shop-${atOnce}`;
    await stage.recorded(appId, 33, 11);
    const runId = await started(appId);
    await stage.ran(runId, atOnce);
    expect(await stage.events(runId)).toEqual(GOOD_RUN);
    expect(await stage.run(runId)).toMatchObject({ status: 'succeeded', phase: 'gating', gate: { decision: 'pass' } });
    expect((await stage.services.plans.list({ appId, limit: 10, after: null })).plans).toHaveLength(1);
  });

  test('stay the same if the machine starts again after every step', async () => {
    await stage.recorded('again', 33, 11);
    const runId = await started('again');
    const steps = ['ValidateRun', 'AdmitRun', 'StartAttempt', 'PollAttempt', 'CommitResult'] as const;
    for (let last = 0; last < steps.length; last++)
      for (const name of steps.slice(0, last + 1))
        await (name === 'AdmitRun' || name === 'PollAttempt' ? stage.waited(name, runId) : stage.step(name, runId));
    await stage.ran(runId);
    await stage.ran(runId);
    expect(await stage.events(runId)).toEqual(GOOD_RUN);
  });
});

describe('a replay-regression attempt (evaluation 3.14)', () => {
  test('has a plan in the replay API, without a stored result or notification', async () => {
    await stage.recorded('plan', 33, 11);
    const runId = await started('plan');
    await stage.ran(runId);
    const { replay } = await stage.attempt(runId);
    const plan = await stage.services.plans.find(replay?.plan_id ?? '');
    expect(plan).toMatchObject({ operator: 'Evaluation', source: 'evaluation', status: 'COMPLETED' });
    expect(replay?.findings_state).toBe('CLEAN');
  });

  test('has scores of the run, its endpoints and its cases, visible once the result is accepted', async () => {
    await stage.recorded('scores', 33, 11);
    const runId = await started('scores');
    await stage.ran(runId);
    const attempt = await stage.attempt(runId);
    const scores = await stage.services.evaluation.scores.ofAttempt(attempt);
    const of = (name: string) => scores.filter((score) => score.name === name);
    expect(of('replay.pass_rate').map(({ value }) => value)).toEqual(['1']);
    expect(of('replay.state').map(({ value }) => value)).toEqual(['CLEAN']);
    expect(of('replay.operation_pass_rate')).toHaveLength(10);
    expect(of('replay.case_pass')).toHaveLength(30);
    expect(attempt.projection).toEqual({ status: 'complete', projected_count: scores.length, unsupported_fields: [] });
  });

  test('fails the gate of a run that succeeds for a difference', async () => {
    await stage.recorded('differs', 33, 11);
    const runId = await started('differs', { config: {} });
    await stage.ran(runId);
    expect(await stage.events(runId)).toEqual(GOOD_RUN);
    expect(await stage.run(runId)).toMatchObject({ status: 'succeeded', gate: { decision: 'fail' } });
    expect((await stage.attempt(runId)).replay?.findings_state).toBe('NEEDS_ACTION');
  });

  test('is the baseline of the next run of its lineage if it passed', async () => {
    await stage.recorded('lineage', 33, 11);
    const first = await started('lineage');
    await stage.ran(first);
    const second = await started('lineage', { subject: 'build-2' });
    await stage.ran(second);
    expect((await stage.run(first)).baseline).toBeNull();
    expect((await stage.run(second)).baseline).toEqual({ ref: 'last_passing', workflow_run_id: first });
  });
});

describe('a requested baseline (evaluation 3.7, 3.9)', () => {
  const asMany = {
    id: 'as-many',
    metric: 'replay.case_pass',
    aggregation: 'count',
    op: 'gte',
    threshold: 0,
    baseline: { ref: 'run', mode: 'absolute' },
  };
  const policy = { schema: 'eval.gate-policy/v1', rules: [asMany] };
  const decided = async (runId: string) => stage.services.evaluation.gateDecisions.primary(runId);

  test('is compared with the run', async () => {
    await stage.recorded('compared', 33, 11);
    const baseline_run_id = await started('compared');
    await stage.ran(baseline_run_id);
    const runId = await started('compared', { policy }, { baseline_run_id });
    await stage.ran(runId);
    expect(await decided(runId)).toMatchObject({ decision: 'pass', rules: [{ observed: 30, baseline: 30, delta: 0 }] });
  });

  test('replaces no rule against the last passing run of the lineage', async () => {
    await stage.recorded('both', 33, 11);
    const better = {
      id: 'better',
      metric: 'replay.pass_rate',
      aggregation: 'mean',
      op: 'gt',
      threshold: 0,
      baseline: { ref: 'last_passing', mode: 'absolute' },
      on_missing: 'skip',
    };
    const rules = [better, ...ONLY_CLEAN.rules];
    const startedBoth = (asked = {}) => started('both', { policy: { ...ONLY_CLEAN, rules } }, asked);
    const passing = await startedBoth();
    await stage.ran(passing);
    expect(await stage.run(passing)).toMatchObject({ gate: { decision: 'pass' } });
    const baseline_run_id = await started('never-recorded');
    await stage.ran(baseline_run_id);
    const runId = await startedBoth({ baseline_run_id });
    await stage.ran(runId);
    expect(await stage.run(runId)).toMatchObject({ baseline: { ref: 'run', workflow_run_id: baseline_run_id } });
    expect(await decided(runId)).toMatchObject({
      decision: 'fail',
      conclusive: true,
      reason_codes: ['fail'],
      inputs: { baseline_run_id: null, last_passing_run_id: passing },
    });
  });

  test('counts as missing and not as 0 if it has measured nothing', async () => {
    await stage.recorded('nothing', 33, 11);
    const baseline_run_id = await started('never-recorded');
    await stage.ran(baseline_run_id);
    expect(await stage.run(baseline_run_id)).toMatchObject({ status: 'failed' });
    const runId = await started('nothing', { policy }, { baseline_run_id });
    await stage.ran(runId);
    expect(await decided(runId)).toMatchObject({
      decision: 'fail',
      conclusive: false,
      rules: [{ outcome: 'baseline_missing' }],
      inputs: { baseline_run_id: null },
    });
  });

  test('is not used if it has not ended, also after its end', async () => {
    await stage.recorded('later', 33, 11);
    const baseline_run_id = await started('later');
    const runId = await started('later', { policy }, { baseline_run_id });
    await stage.step('ValidateRun', runId);
    await stage.ran(baseline_run_id);
    await stage.ran(runId);
    expect(await stage.run(runId)).toMatchObject({ baseline: null, gate: { decision: 'fail' } });
  });
});
