import { describe, expect, test } from 'vitest';
import { startedRun } from '../support/evaluation-manifests.ts';
import { evaluationStage, GOOD_RUN } from '../support/evaluation-stage.ts';
import { json } from '../support/recorded-target.ts';

const stage = evaluationStage(({ url }, response) => json(response, { price: url.includes('/a3/') ? 2 : 1 }));
const started = (appId: string, more: object = {}) =>
  startedRun({ appId, targetEnv: stage.target.url, config: { operations: OPERATIONS }, ...more }, stage.services);
/** All but the endpoint that answers otherwise. */
const OPERATIONS = Array.from({ length: 11 }, (_, index) => `/a${index}`).filter((name) => name !== '/a3');

describe('events of a run that succeeds, in their order and once each (evaluation 5.7)', () => {
  test.for([1, 3])('every step invoked %i times at once', async (atOnce) => {
    const appId = `shop-${atOnce}`;
    await stage.recorded(appId, 33, 11);
    const runId = await started(appId);
    await stage.ran(runId, atOnce);
    expect(await stage.events(runId)).toEqual(GOOD_RUN);
    expect(await stage.run(runId)).toMatchObject({ status: 'succeeded', phase: 'gating', gate: { decision: 'pass' } });
    expect((await stage.services.plans.list({ appId, limit: 10, after: null })).plans).toHaveLength(1);
  });

  test('the machine that begins again at its first state, after every step, adds nothing', async () => {
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

describe('what a replay-regression attempt leaves (evaluation 3.14)', () => {
  test('its plan is known to the replay API, has no stored result and notifies nobody', async () => {
    await stage.recorded('plan', 33, 11);
    const runId = await started('plan');
    await stage.ran(runId);
    const { replay } = await stage.attempt(runId);
    const plan = await stage.services.plans.find(replay?.plan_id ?? '');
    expect(plan).toMatchObject({ operator: 'Evaluation', source: 'evaluation', status: 'COMPLETED' });
    expect(replay?.findings_state).toBe('CLEAN');
  });

  test('scores of the run, of its endpoints and of its cases, visible once the result is accepted', async () => {
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

  test('a difference fails the gate of a run that succeeds', async () => {
    await stage.recorded('differs', 33, 11);
    const runId = await started('differs', { config: {} });
    await stage.ran(runId);
    expect(await stage.events(runId)).toEqual(GOOD_RUN);
    expect(await stage.run(runId)).toMatchObject({ status: 'succeeded', gate: { decision: 'fail' } });
    expect((await stage.attempt(runId)).replay?.findings_state).toBe('NEEDS_ACTION');
  });

  test('a passing run is the baseline of the next one of its lineage, a failing one is not', async () => {
    await stage.recorded('lineage', 33, 11);
    const first = await started('lineage');
    await stage.ran(first);
    const second = await started('lineage', { subject: 'build-2' });
    await stage.ran(second);
    expect((await stage.run(first)).baseline).toBeNull();
    expect((await stage.run(second)).baseline).toEqual({ ref: 'last_passing', workflow_run_id: first });
  });
});
