import { describe, expect, test } from 'vitest';
import { bodyOf, changedPolicy, policyStatus } from '../../../../functions/evaluation/domain/policies/online-policy.ts';
import { recordingDigest } from '../../../../functions/evaluation/domain/replay-regression/recording-digest-job.ts';
import { accept } from '../../../../functions/platform/result.ts';
import { redactPayload } from '../../../../functions/recordings/domain/redact.ts';
import type { EveryService } from '../../../support/services-for.ts';
import { DAY, HOUR, MINUTE, policyTickStage } from './policy-tick-stage.ts';

const tenantWith = policyTickStage();
const DUE = HOUR + 2 * MINUTE;

describe('a window that is due (evaluation 3.13)', () => {
  test('becomes a case set, a run of the pinned version and one event, and moves the watermark to its end', async () => {
    const { policy, record, tick, clock, ...tenant } = await tenantWith();
    const made = await policy();
    const begin = clock.now;
    await record(1, begin - 1);
    await record(3, begin);
    await record(2, begin + HOUR - 1);
    await record(1, begin + HOUR);
    clock.now = begin + DUE - 1;
    await tick();
    expect(await tenant.runs()).toEqual([]);
    clock.now = begin + DUE;
    expect(await tick()).toEqual({ failed: 0 });

    const window = { from: begin, to: begin + HOUR };
    const [execution] = await tenant.executions(made.policy_id);
    const [run] = await tenant.runs();
    expect(execution).toMatchObject({
      trigger: 'schedule',
      status: 'completed',
      window,
      matched: 5,
      sampled: 5,
      targets: 5,
      skipped: {},
      workflow_run_id: run?.workflow_run_id,
    });
    expect(run).toMatchObject({
      workflow_version_digest: made.spec.workflow_version_digest,
      trigger: { type: 'online_policy', policy_id: made.policy_id, policy_version: made.policy_version, window },
      input_overrides: { case_set: execution?.case_set },
    });
    const [event, ...others] = await tenant.events();
    expect(others).toEqual([]);
    expect(event?.workflow_run_id).toBeUndefined();
    expect(event?.payload).toEqual({
      policy_id: made.policy_id,
      policy_version: made.policy_version,
      matched: 5,
      sampled: 5,
      skipped: {},
      window: { from: new Date(begin).toISOString(), to: new Date(begin + HOUR).toISOString() },
      workflow_run_id: run?.workflow_run_id,
    });
    expect(await tenant.stored(made.policy_id)).toMatchObject({
      watermark_at: begin + HOUR,
      next_run_at: begin + HOUR + DUE,
      open: null,
      day: { date: new Date(clock.now).toISOString().slice(0, 10), targets: 5 },
    });
    expect(await tenant.evaluation.ledger.verify()).toEqual({ events: 1, fault: null });
  });

  test('has a case set of cases, traces and digests of the redacted recordings only', async () => {
    const { policy, record, tick, clock, evaluation, services, executions } = await tenantWith();
    const redaction = { headers: ['authorization'], json_paths: ['$.price'] };
    const made = await policy({ redaction });
    const request = { method: 'GET', path: '/a/1', headers: [['Authorization', 'Bearer secret']] };
    await record(1, clock.now, { request });
    clock.now += DUE;
    await tick();
    const [execution] = await executions(made.policy_id);
    const [payload] = await services.recordings.payloads(['case-1']);
    if (!payload) throw new Error('the case is gone');
    const rules = [{ header: 'authorization' }, { path: '$.price' }];
    const digest = recordingDigest(redactPayload(payload, rules));
    expect(digest).not.toBe(recordingDigest(payload));
    expect(await evaluation.artifacts.jsonOf(execution?.case_set ?? '')).toEqual({
      schema: 'eval.case-set/v1',
      redaction,
      cases: [{ case_id: 'case-1', trace_id: expect.stringMatching(/^[0-9a-f]{32}$/), digest }],
    });
  });

  test('has an event with the counts and no run if it has no cases, and moves the watermark', async () => {
    const { policy, record, tick, clock, ...tenant } = await tenantWith();
    const made = await policy();
    await record(2, clock.now, { tags: { 'eval.execution': 'true' } });
    clock.now += DUE;
    await tick();
    expect(await tenant.runs()).toEqual([]);
    const [event] = await tenant.events();
    expect(event?.payload).toMatchObject({ matched: 0, sampled: 0, skipped: { excluded: 2 } });
    expect(event?.payload).not.toHaveProperty('workflow_run_id');
    expect((await tenant.stored(made.policy_id)).watermark_at).toBe(clock.now - 2 * MINUTE);
  });

  test('includes a case that arrives within the wait, and never a later one', async () => {
    const { policy, record, tick, clock, end, executions } = await tenantWith();
    const made = await policy();
    const begin = clock.now;
    clock.now = begin + HOUR + 2 * MINUTE - 1;
    await record(1, begin + 1);
    clock.now += 1;
    await tick();
    await record(1, begin + 1);
    await end('succeeded');
    clock.now += HOUR;
    await tick();
    expect((await executions(made.policy_id)).map(({ matched }) => matched)).toEqual([0, 1]);
  });

  test('is not run twice when the clock goes back', async () => {
    const { policy, record, tick, clock, end, executions } = await tenantWith();
    const made = await policy();
    await record(1, clock.now);
    clock.now += DUE;
    await tick();
    await end('succeeded');
    clock.now -= HOUR;
    await tick();
    expect(await executions(made.policy_id)).toHaveLength(1);
    clock.now += 2 * HOUR;
    await tick();
    const windows = (await executions(made.policy_id)).map(({ window }) => window);
    expect(windows[0]?.from).toBe(windows[1]?.to);
  });

  test('waits for the run of the previous one, and grows', async () => {
    const { policy, record, tick, clock, end, executions } = await tenantWith();
    const made = await policy();
    await record(1, clock.now);
    clock.now += DUE;
    await tick();
    clock.now += 2 * HOUR;
    await tick();
    expect(await executions(made.policy_id)).toHaveLength(1);
    await end('succeeded');
    clock.now += MINUTE;
    await tick();
    const [last] = await executions(made.policy_id);
    expect((last?.window.to ?? 0) - (last?.window.from ?? 0)).toBe(2 * HOUR + MINUTE);
  });
});

describe('two concurrent ticks (evaluation 3.13)', () => {
  test('make one run, one execution and one event', async () => {
    const { policy, record, tick, clock, ...tenant } = await tenantWith();
    const made = await policy();
    await record(5, clock.now);
    clock.now += DUE;
    await Promise.all(Array.from({ length: 8 }, () => tick()));
    expect(await tenant.runs()).toHaveLength(1);
    expect(await tenant.executions(made.policy_id)).toHaveLength(1);
    expect(await tenant.events()).toHaveLength(1);
  });

  test('make one run also if a claim expires during its tick', async () => {
    const late: { go?: () => void } = {};
    const waits = new Promise<void>((resolve) => {
      late.go = resolve;
    });
    const { policy, record, tick, clock, ...tenant } = await tenantWith();
    const made = await policy();
    await record(5, clock.now);
    clock.now += DUE;
    const { evaluation } = tenant;
    const slow: EveryService = {
      ...tenant.services,
      evaluation: {
        ...evaluation,
        policyExecutions: {
          ...evaluation.policyExecutions,
          run: async (asked) => {
            await waits;
            return evaluation.policyExecutions.run(asked);
          },
        },
      },
    };
    const first = tick(slow);
    await expect.poll(async () => (await tenant.stored(made.policy_id)).open).not.toBeNull();
    clock.now += 15 * MINUTE;
    await record(3, clock.now - DUE);
    await tick();
    late.go?.();
    await first;
    expect(await tenant.runs()).toHaveLength(1);
    expect(await tenant.events()).toHaveLength(1);
    expect((await tenant.stored(made.policy_id)).day.targets).toBe(8);
  });
});

describe('the pause of a policy (evaluation 3.13)', () => {
  test('starts after three consecutive failed runs, and ends where it stopped when switched on', async () => {
    const { policy, record, tick, clock, end, evaluation, stored, runs, executions } = await tenantWith();
    const { policy_id } = await policy();
    for (let window = 1; window <= 3; window++) {
      await record(1, clock.now);
      clock.now += window === 1 ? DUE : HOUR;
      await tick();
      await end('failed');
    }
    clock.now += HOUR;
    await tick();
    expect(await stored(policy_id)).toMatchObject({ paused_reason: { code: 'failed_runs' }, next_run_at: null });
    expect(await runs()).toHaveLength(3);
    clock.now += DAY / 2;
    await tick();
    expect(await runs()).toHaveLength(3);

    const { watermark_at } = await stored(policy_id);
    await evaluation.policies.change(policy_id, async (before) =>
      accept(changedPolicy(before, bodyOf(before), true, clock.now)),
    );
    await tick();
    expect(policyStatus(await stored(policy_id))).toBe('active');
    expect((await executions(policy_id))[0]?.window.from).toBe(watermark_at);
  });

  test('starts for a workflow that is not runnable', async () => {
    const { policy, tick, clock, stored, evaluation } = await tenantWith();
    const unknown = { version: `sha256:${'9'.repeat(64)}` };
    const workflow = await evaluation.workflowVersions.resolve({
      framework_definition: { digest: unknown.version },
      runner: unknown,
      subject: unknown,
      environment: unknown,
      gate_policy: unknown,
    });
    const made = await policy({ workflow_version_digest: workflow.workflow_version_digest });
    clock.now += DUE;
    await tick();
    expect((await stored(made.policy_id)).paused_reason?.code).toBe('workflow_unrunnable');
  });

  test('starts for a live workflow that is not allowed', async () => {
    const { policy, tick, clock, stored } = await tenantWith();
    const made = await policy({ allow_live: false });
    clock.now += DUE;
    await tick();
    expect((await stored(made.policy_id)).paused_reason?.code).toBe('live_not_allowed');
  });

  test('starts when the budget of the day is used up, after a last run with the remaining targets', async () => {
    const { policy, record, tick, clock, end, stored, executions } = await tenantWith();
    const made = await policy({ budgets: { max_targets_per_day: 3 }, schedule: { every_s: 600 } });
    await record(5, clock.now);
    clock.now += 12 * MINUTE;
    await tick();
    expect((await executions(made.policy_id))[0]).toMatchObject({ targets: 3, skipped: { max_targets_per_day: 2 } });
    await end('succeeded');
    clock.now += 10 * MINUTE;
    await tick();
    expect((await stored(made.policy_id)).paused_reason?.code).toBe('day_budget_exhausted');
  });
});

describe('the budget of an hour (evaluation 3.13)', () => {
  test('makes a window wait until it may run', async () => {
    const { policy, record, tick, clock, end, stored, runs } = await tenantWith();
    const made = await policy({ budgets: { max_runs_per_hour: 1 }, schedule: { every_s: 600 } });
    await record(1, clock.now);
    clock.now += 12 * MINUTE;
    const first = clock.now;
    await tick();
    await end('succeeded');
    await record(1, clock.now);
    clock.now += 10 * MINUTE;
    await tick();
    expect(await stored(made.policy_id)).toMatchObject({ paused_reason: null, next_run_at: first + HOUR });
    clock.now = first + HOUR - 1;
    await tick();
    expect(await runs()).toHaveLength(1);
    clock.now = first + HOUR;
    await tick();
    expect(await runs()).toHaveLength(2);
  });
});

test('a deleted or inactive policy starts no run', async () => {
  const { policy, record, tick, clock, evaluation, runs } = await tenantWith();
  await policy({ name: 'off', enabled: false });
  const made = await policy();
  await record(1, clock.now);
  await evaluation.policies.change(made.policy_id, async (before) =>
    accept({ ...before, deleted_at: clock.now, next_run_at: null, due_at: null }),
  );
  clock.now += DUE;
  await tick();
  expect(await runs()).toEqual([]);
});
