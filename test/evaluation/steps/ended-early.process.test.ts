import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { canonicalJson } from '../../../functions/evaluation/domain/canonical-json.ts';
import { planKeyOf } from '../../../functions/evaluation/domain/replay-regression/plan-request.ts';
import { CaseManifest } from '../../../functions/replay/domain/case-manifest.ts';
import { type EvaluationOf, startedRun } from '../../support/evaluation/evaluation-manifests.ts';
import { json } from '../../support/fakes/recorded-target.ts';
import { evaluationStage, GOOD_RUN } from '../../support/stages/evaluation-stage.ts';

/** Responses held until they are released. */
const held = new Set<() => void>();
const stage = evaluationStage(({ headers }, response) => {
  const answer = () => json(response, { price: 1 });
  if (!slow.has(headers.host ?? '')) answer();
  else held.add(answer);
});
const slow = new Set<string>();
const started = (appId: string, more: Partial<EvaluationOf> = {}, asked = {}) =>
  startedRun({ appId, targetEnv: stage.target.url, ...more }, stage.services, asked);
const MINUTE = 60_000;

/** A run whose replay has started and gets no response until `release`. */
async function replaying(appId: string, more: Partial<EvaluationOf> = {}) {
  await stage.recorded(appId);
  slow.add(new URL(stage.target.url).host);
  const runId = await started(appId, more);
  await stage.step('ValidateRun', runId);
  await stage.step('AdmitRun', runId);
  await stage.step('StartAttempt', runId);
  await stage.step('PollAttempt', runId);
  return runId;
}

function release(): void {
  slow.clear();
  for (const answer of held) answer();
  held.clear();
}

const rest = async (runId: string) => {
  const retry = await stage.step('CommitResult', runId);
  for (const name of ['ProjectScores', 'DecideGate', 'CompleteRun'] as const) await stage.step(name, runId);
  return retry;
};

describe('the cancellation of a run (evaluation 3.7, 3.14)', () => {
  test('stops its replay, cancels its attempt, and decides no gate', async () => {
    const runId = await replaying('cancel');
    await stage.cancel(runId);
    release();
    await stage.waited('PollAttempt', runId);
    await rest(runId);
    expect(await stage.events(runId)).toEqual([
      'workflow.validated',
      'artifact.committed(case_manifest)',
      'framework.attempted(running)',
      'workflow.cancel_requested',
      'artifact.committed(case_results)',
      'artifact.committed(native_result)',
      'framework.attempted(cancelled)',
      'workflow.completed',
    ]);
    expect(await stage.run(runId)).toMatchObject({ status: 'cancelled', gate: { status: 'not_applicable' } });
  });

  test('removes the gate if it comes later, so that a poll for a pass finds none', async () => {
    const runId = await replaying('cancel-late');
    release();
    await stage.waited('PollAttempt', runId);
    for (const name of ['CommitResult', 'ProjectScores', 'DecideGate'] as const) await stage.step(name, runId);
    expect(await stage.run(runId)).toMatchObject({ gate: { decision: 'pass' } });
    await stage.cancel(runId);
    expect(await stage.run(runId)).toMatchObject({
      status: 'cancelling',
      gate: { status: 'pending', decision: null },
    });
    await stage.step('DecideGate', runId);
    await stage.step('CompleteRun', runId);
    expect(await stage.run(runId)).toMatchObject({
      status: 'cancelled',
      gate: { status: 'not_applicable', decision: null },
    });
    const { lineage_digest } = await stage.run(runId);
    expect(await stage.services.evaluation.lastPassing.find(lineage_digest)).toBeUndefined();
  });

  test('waits for a replay that does not stop for a minute at most', async () => {
    const runId = await replaying('cancel-slow');
    await stage.cancel(runId);
    const early = await stage.ahead(59_000, () => stage.step('PollAttempt', runId));
    const late = await stage.ahead(62_000, () => stage.step('PollAttempt', runId));
    expect([early, late]).toEqual([{ waitSeconds: 1 }, { waitSeconds: 0 }]);
    await rest(runId);
    release();
    expect(await stage.run(runId)).toMatchObject({ status: 'cancelled', native_result_artifact: expect.any(String) });
  });
});

describe('the limits of an attempt (evaluation 3.8, 3.14)', () => {
  test('stop the replay after timeout_s, and make another attempt with max_attempts 2', async () => {
    const runId = await replaying('timeout', { limits: { timeout_s: 60, max_attempts: 2 } });
    expect(await stage.ahead(59_000, () => stage.step('PollAttempt', runId))).toEqual({ waitSeconds: 1 });
    expect(await stage.ahead(61_000, () => stage.step('PollAttempt', runId))).toEqual({ waitSeconds: 1 });
    const committed = await stage.ahead(2 * MINUTE + 1000, async () => {
      expect(await stage.step('PollAttempt', runId)).toEqual({ waitSeconds: 0 });
      return stage.step('CommitResult', runId);
    });
    expect(committed).toEqual({ retry: true });
    release();
    await expect.poll(async () => stage.services.plans.runningPlan('timeout', stage.target.url)).toBeUndefined();
    await stage.ran(runId);
    const { attempts, status } = await stage.run(runId);
    expect(attempts.map((one) => one.status)).toEqual(['timed_out', 'succeeded']);
    expect(status).toBe('succeeded');
    expect((await stage.attempt(runId)).retry_of).toBe(attempts[0]?.attempt_id);
  });

  test('keep the next attempt running when CommitResult of the ended one runs again', async () => {
    const runId = await replaying('late', { limits: { timeout_s: 60, max_attempts: 2 } });
    await stage.ahead(61_000, () => stage.step('PollAttempt', runId));
    await stage.ahead(2 * MINUTE + 1000, async () => {
      await stage.step('PollAttempt', runId);
      await stage.step('CommitResult', runId);
      await stage.step('StartAttempt', runId);
    });
    await expect(stage.step('CommitResult', runId)).rejects.toThrow('continues');
    // The result of the first attempt is not that of the run.
    expect((await stage.run(runId)).native_result_artifact).toBeNull();
    expect((await stage.run(runId)).attempts.map(({ status }) => status)).toEqual(['timed_out', 'running']);
    release();
    await stage.ran(runId);
    expect(await stage.run(runId)).toMatchObject({ status: 'succeeded', gate: { decision: 'pass' } });
  });

  test('retry for ten minutes if another plan runs, and then end as resource_exhausted', async () => {
    const first = await replaying('busy');
    const second = await started('busy');
    for (const name of ['ValidateRun', 'AdmitRun', 'StartAttempt'] as const) await stage.step(name, second);
    expect(await stage.step('PollAttempt', second)).toEqual({ waitSeconds: 1 });
    await stage.ahead(10 * MINUTE + 1000, () => stage.step('PollAttempt', second));
    release();
    expect((await stage.attempt(second)).status).toBe('resource_exhausted');
    await stage.ran(first);
    await rest(second);
    expect(await stage.run(second)).toMatchObject({ status: 'failed', gate: { decision: 'fail' } });
  });

  test('keep the 21st run of a tenant queued until one of the 20 has ended', async () => {
    await stage.recorded('many', 3, 3);
    const runs: string[] = [];
    for (let count = 0; count < 21; count++) runs.push(await started('many', { subject: `build-${count}` }));
    const answers = [];
    for (const runId of runs) {
      await stage.step('ValidateRun', runId);
      answers.push(await stage.step('AdmitRun', runId));
    }
    expect(answers).toEqual([...Array(20).fill({ waitSeconds: 0 }), { waitSeconds: 1 }]);
    expect(await stage.run(runs[20] ?? '')).toMatchObject({ status: 'queued', phase: 'admitting' });
    await stage.fail(runs[0] ?? '');
    expect(await stage.step('AdmitRun', runs[20] ?? '')).toEqual({ waitSeconds: 0 });
    for (const runId of runs.slice(1)) await stage.fail(runId);
  });
});

describe('a case set (evaluation 3.13, 3.14)', () => {
  async function setOf(appId: string, change: (digest: string) => string = (digest) => digest) {
    await stage.recorded(appId);
    const runId = await started(appId);
    await stage.ran(runId);
    const [evidence] = (await stage.attempt(runId)).evidence;
    const { artifacts } = stage.services.evaluation;
    const { cases } = v.parse(CaseManifest, await artifacts.jsonOf(evidence?.digest ?? ''));
    const chosen = cases
      .slice(0, 4)
      .map(({ case_id, trace_id, digest }) => ({ case_id, trace_id, digest: change(digest) }));
    const bytes = Buffer.from(canonicalJson({ schema: 'eval.case-set/v1', cases: chosen }));
    return (await artifacts.put({ bytes, kind: 'case_set', media_type: 'application/json' })).digest;
  }

  test.for<[string, (digest: string) => [Partial<EvaluationOf>, object]]>([
    ['of the definition', (digest) => [{ config: { case_set: { digest } } }, {}]],
    ['of an online policy', (digest) => [{}, { input_overrides: { case_set: digest } }]],
  ])('limits a replay to its cases: %s', async ([name, wanted]) => {
    const appId = `set-${name.replaceAll(' ', '-')}`;
    const [more, asked] = wanted(await setOf(appId));
    const runId = await started(appId, more, asked);
    await stage.ran(runId);
    const { replay } = await stage.attempt(runId);
    const round = await stage.services.plans.findRound(replay?.plan_id ?? '', 1);
    expect(round?.result).toMatchObject({ totalCases: 4, successCases: 4 });
  });

  test('ends as missing_evidence if a recording has changed', async () => {
    const digest = await setOf('set-changed', () => `sha256:${'0'.repeat(64)}`);
    const runId = await started('set-changed', { config: { case_set: { digest } } });
    await stage.ran(runId);
    expect((await stage.attempt(runId)).status).toBe('missing_evidence');
  });
});

describe('a run after a fault in its middle', () => {
  test('finds its plan again if the process dies before the attempt names it', async () => {
    await stage.recorded('lost');
    const runId = await started('lost');
    for (const name of ['ValidateRun', 'AdmitRun', 'StartAttempt'] as const) await stage.step(name, runId);
    const { evaluation } = stage.services;
    const append = async () => {
      throw new Error('dead');
    };
    const dying = { ...stage.services, evaluation: { ...evaluation, ledger: { ...evaluation.ledger, append } } };
    await expect(stage.step('PollAttempt', runId, dying)).rejects.toThrow('dead');
    const { attempt_id, replay } = await stage.attempt(runId);
    expect(replay).toBeNull();
    const made = await stage.services.plans.findIdempotency(planKeyOf(attempt_id));
    await stage.ran(runId);
    expect((await stage.attempt(runId)).replay?.plan_id).toBe(made?.planId);
    expect(await stage.events(runId)).toEqual(GOOD_RUN);
  });

  test('shows the scores of an accepted result when FailRun ends it', async () => {
    await stage.recorded('unshown');
    const runId = await started('unshown');
    const steps = ['ValidateRun', 'AdmitRun', 'StartAttempt', 'PollAttempt', 'CommitResult'] as const;
    for (const name of steps) await (name === 'PollAttempt' ? stage.waited(name, runId) : stage.step(name, runId));
    const { evaluation } = stage.services;
    const publish = async () => {
      throw new Error('dead');
    };
    const dying = { ...stage.services, evaluation: { ...evaluation, scores: { ...evaluation.scores, publish } } };
    await expect(stage.step('ProjectScores', runId, dying)).rejects.toThrow('dead');
    await stage.fail(runId);
    expect(await stage.run(runId)).toMatchObject({ status: 'succeeded', gate: { decision: 'pass' } });
    const { items } = await evaluation.scores.page({
      of: { run: runId },
      from: 0,
      to: Date.now() + MINUTE,
      after: null,
      limit: 100,
      matches: ({ name }) => name === 'replay.pass_rate',
    });
    expect(items).toHaveLength(1);
  });

  test.for([0, 1, 2, 3, 4, 5, 6])('has a closed gate once when FailRun ends it after %i steps', async (count) => {
    const appId = `fails-${count}`;
    await stage.recorded(appId);
    const runId = await started(appId);
    const steps = ['ValidateRun', 'AdmitRun', 'StartAttempt', 'PollAttempt', 'CommitResult', 'ProjectScores'] as const;
    for (const name of steps.slice(0, count))
      await (name === 'PollAttempt' ? stage.waited(name, runId) : stage.step(name, runId));
    await Promise.all([stage.fail(runId), stage.fail(runId)]);
    await stage.fail(runId);
    const events = await stage.events(runId);
    expect(events.filter((event) => event === 'gate.decided')).toHaveLength(1);
    expect(events.at(0)).toBe('workflow.validated');
    expect(events.at(-1)).toBe('workflow.completed');
    // After its result is accepted, no input can be missing.
    const expected =
      count < 6
        ? { status: 'failed', gate: { decision: 'fail' } }
        : { status: 'succeeded', gate: { decision: 'pass' } };
    expect(await stage.run(runId)).toMatchObject(expected);
  });
});
