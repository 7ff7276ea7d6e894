import { afterAll, describe, expect, test } from 'vitest';
import { openStandaloneWorld } from '../../../bin/standalone/world.ts';
import { attempted, newAttempt } from '../../../functions/evaluation/domain/runs/new-attempt.ts';
import { isTerminalRun } from '../../../functions/evaluation/domain/runs/transitions.ts';
import { resumeRuns } from '../../../functions/evaluation/steps/resume-runs.ts';
import { standaloneConfig } from '../../../functions/platform/settings/config.ts';
import type { World } from '../../../functions/platform/world.ts';
import { temporaryDataDir } from '../../support/running-service.ts';
import { servicesFor } from '../../support/services-for.ts';
import { NEW_RUN, newTenant } from '../ledger/store/ledger-stage.ts';

const MINUTE = 60_000;
const { dataDir, remove } = temporaryDataDir();
const config = standaloneConfig({ SVC_DATA_DIR: dataDir, SVC_LOG_LEVEL: 'SILENT' });
let now = Date.UTC(2026, 10, 22);
const { world, close } = openStandaloneWorld(config, () => now);
afterAll(async () => {
  await close();
  remove();
});

/** A tenant whose executions are in that state, with one run of unknown pins. */
async function stage(executions: 'running' | 'ended') {
  const started: string[] = [];
  const workflows: World['workflows'] = {
    ...world.workflows,
    async start(_, name) {
      started.push(name);
      return executions;
    },
  };
  const around = { ...world, workflows };
  const servicesOf = servicesFor(around, config);
  const { evaluation } = servicesOf(newTenant());
  const version = (digit: string) => ({ version: `sha256:${digit.repeat(64)}` });
  const workflow = await evaluation.workflowVersions.resolve({
    framework_definition: { digest: `sha256:${'1'.repeat(64)}` },
    runner: version('2'),
    subject: version('3'),
    environment: version('4'),
    gate_policy: version('5'),
  });
  const made = await evaluation.runs.create({ ...NEW_RUN, workflow });
  if (!made.ok) throw new Error(made.code);
  const { run } = made.value;
  started.length = 0;
  const admit = async () => {
    const change = { status: 'running', phase: 'attempting' } as const;
    await evaluation.ledger.append({ run, change, events: [] });
  };
  return {
    started,
    admit,
    evaluation,
    sweep: () => resumeRuns(around, servicesOf),
    runNow: () => evaluation.runs.find(run.workflow_run_id),
    types: async () =>
      (await evaluation.ledger.ofRun(run.workflow_run_id, { after: null, limit: 100 })).events.map(({ type }) => type),
    /** Ends the run, so that other tests do not process it. */
    async end() {
      const current = await evaluation.runs.find(run.workflow_run_id);
      if (!current || isTerminalRun(current.status)) return;
      const { append } = evaluation.ledger;
      await append({
        run: current,
        change: { status: 'failed' },
        events: [{ type: 'workflow.completed', payload: {} }],
      });
    },
  };
}

describe('a run that has not ended (evaluation 3.15)', () => {
  test.for<[string, number, number]>([
    ['is left to its creator for a minute', MINUTE - 1, 0],
    ['is started, or left to its execution', MINUTE, 1],
  ])('%s if it was created %i ms ago', async ([, age, starts]) => {
    const { started, sweep, runNow, end } = await stage('running');
    now += age;
    expect(await sweep()).toEqual({ failed: 0 });
    expect(started).toHaveLength(starts);
    expect(await runNow()).toMatchObject({ status: 'queued', version: 1 });
    await end();
  });

  test('fails after the end of its execution, with a decided gate and workflow.completed', async () => {
    const { sweep, runNow, types } = await stage('ended');
    now += MINUTE;
    expect(await sweep()).toEqual({ failed: 0 });
    const ended = await runNow();
    expect(ended).toMatchObject({ status: 'failed', gate: { status: 'decided', decision: 'fail' } });
    const events = ['workflow.validated', 'framework.attempted', 'gate.decided', 'workflow.completed'];
    expect(await types()).toEqual(events);
    await sweep();
    expect(await runNow()).toEqual(ended);
    expect(await types()).toEqual(events);
  });
});

describe('the watchdog (evaluation 3.7)', () => {
  test.for<[string, number, string]>([
    ['its timeout and ten minutes', 0, 'running'],
    ['a millisecond more', 1, 'failed'],
  ])('handles a run without progress for %s: %3$s', async ([, more, status]) => {
    const { admit, sweep, runNow, types, end } = await stage('running');
    await admit();
    now += 70 * MINUTE + more;
    expect(await sweep()).toEqual({ failed: 0 });
    expect(await runNow()).toMatchObject({ status });
    if (status === 'failed') {
      expect(await runNow()).toMatchObject({
        status_reason: { code: 'timed_out' },
        gate: { decision: 'fail' },
        attempts: [{ status: 'timed_out' }],
      });
      expect((await types()).at(-1)).toBe('workflow.completed');
    }
    await end();
  });

  test('cancels an attempt that no worker takes, and its run has timed_out', async () => {
    const { evaluation, admit, sweep, runNow } = await stage('running');
    await admit();
    const run = await runNow();
    if (run === undefined) throw new Error('there is no run');
    const runner_version = `sha256:${'2'.repeat(64)}`;
    const host = { kind: 'federated', host_id: '' } as const;
    const attempt = newAttempt(run, { status: 'queued', runner_version, host, now });
    await evaluation.ledger.append({ run, change: {}, attempt, events: [attempted(attempt)] });
    now += 70 * MINUTE + 1;
    expect(await sweep()).toEqual({ failed: 0 });
    expect(await runNow()).toMatchObject({
      status: 'failed',
      status_reason: { code: 'timed_out' },
      gate: { decision: 'fail' },
      attempts: [{ status: 'cancelled' }],
    });
  });

  test('leaves a run alone that waits for admission', async () => {
    const { sweep, runNow, started, end } = await stage('running');
    now += 24 * 60 * MINUTE;
    await sweep();
    expect(await runNow()).toMatchObject({ status: 'queued' });
    expect(started).toHaveLength(1);
    await end();
  });
});

test('a run that cannot be resumed is counted, and left for the next call', async () => {
  const broken = await stage('running');
  const { end } = broken;
  now += MINUTE;
  const workflows = { ...world.workflows, start: () => Promise.reject(new Error('no machine')) };
  const servicesOf = servicesFor(world, config);
  expect(await resumeRuns({ ...world, workflows }, servicesOf)).toEqual({ failed: 1 });
  await end();
});
