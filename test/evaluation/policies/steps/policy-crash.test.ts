import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { BackfillBody, endedBackfill } from '../../../../functions/evaluation/domain/policies/backfill.ts';
import {
  bodyOf,
  changedPolicy,
  type OnlinePolicy,
  timed,
} from '../../../../functions/evaluation/domain/policies/online-policy.ts';
import { cancelBackfill } from '../../../../functions/evaluation/policies/api/backfills.ts';
import { dueWork } from '../../../../functions/evaluation/policies/store/policies.ts';
import type { WindowRun } from '../../../../functions/evaluation/policies/store/policy-executions.ts';
import type { ApiRequest } from '../../../../functions/platform/http/api.ts';
import { accept } from '../../../../functions/platform/result.ts';
import { DAY, HOUR, MINUTE, policyTickStage } from './policy-tick-stage.ts';

const tenantWith = policyTickStage();
const DUE = HOUR + 2 * MINUTE;
/** More writes than any of them makes. */
const WRITES = Array.from({ length: 12 }, (_, index) => index + 1);
/**
 * Writes of a window: claim, bytes and row of the case set, execution, run, end. The test must have crashed before
 * each.
 */
const MIN_WRITES = 6;

describe('the tick of a policy after a crash before any of its writes (evaluation 3.13)', () => {
  test('repeats the window, and finds the same run', async () => {
    let deaths = 0;
    for (const write of WRITES) {
      const { policy, record, tick, clock, dyingBefore, ...tenant } = await tenantWith();
      const made = await policy();
      const begin = clock.now;
      await record(5, begin);
      clock.now += DUE;
      const { services, died } = dyingBefore(write);
      await tick(services);
      deaths += Number(died());
      // Cases recorded late do not change a stored selection.
      await record(1, begin + 1);
      clock.now += 15 * MINUTE;
      expect(await tick()).toEqual({ failed: 0 });
      await tick();

      const [run, ...otherRuns] = await tenant.runs();
      expect(otherRuns, `write ${write}`).toEqual([]);
      const [execution, ...others] = await tenant.executions(made.policy_id);
      expect(others, `write ${write}`).toEqual([]);
      expect(execution).toMatchObject({ status: 'completed', workflow_run_id: run?.workflow_run_id });
      expect(run?.input_overrides?.case_set).toBe(execution?.case_set);
      expect(await tenant.events()).toHaveLength(1);
      const { watermark_at, recent_runs, day } = await tenant.stored(made.policy_id);
      expect(watermark_at).toBe(execution?.window.to);
      expect(recent_runs).toHaveLength(1);
      expect(day.targets).toBe(execution?.targets);
      expect((await tenant.evaluation.ledger.verify()).fault).toBeNull();
      const { policies } = tenant.evaluation;
      await policies.change(made.policy_id, async (before) => ({
        ok: true,
        value: { ...before, enabled: false, due_at: null },
      }));
    }
    expect(deaths).toBeGreaterThanOrEqual(MIN_WRITES);
  });

  test('ends what had started if the policy was switched off and on, and leaves out the time between', async () => {
    for (const write of WRITES) {
      const { policy, record, tick, clock, dyingBefore, runs, ...tenant } = await tenantWith();
      const made = await policy();
      await record(5, clock.now);
      clock.now += DUE;
      await tick(dyingBefore(write).services);
      const begun = (await tenant.executions(made.policy_id)).length;
      for (const enabled of [false, true]) {
        clock.now += MINUTE;
        await tenant.evaluation.policies.change(made.policy_id, async (before) => ({
          ok: true,
          value: changedPolicy(before, { ...bodyOf(before), enabled }, true, clock.now),
        }));
      }
      expect(await tick()).toEqual({ failed: 0 });
      const executions = await tenant.executions(made.policy_id);
      expect([executions.length, (await runs()).length], `write ${write}`).toEqual([begun, begun]);
      expect(executions.filter(({ status }) => status === 'open')).toEqual([]);
      expect(await tenant.events()).toHaveLength(begun);
      expect(await tenant.stored(made.policy_id)).toMatchObject({ watermark_at: clock.now, open: null });
      await tenant.evaluation.policies.change(made.policy_id, async (before) => ({
        ok: true,
        value: { ...before, enabled: false, due_at: null },
      }));
    }
  });

  test.for<[string, Partial<OnlinePolicy>]>([
    ['deleted', { deleted_at: 1 }],
    ['switched off', { enabled: false }],
  ])('starts no more runs of a policy that is %s, and reports each that it started', async ([, change]) => {
    const runsBegun = new Set<number>();
    for (const write of WRITES) {
      const { policy, record, tick, clock, dyingBefore, runs, executions, events, stored, evaluation } =
        await tenantWith();
      const made = await policy();
      await record(5, clock.now);
      clock.now += DUE;
      await tick(dyingBefore(write).services);
      const begun = [await runs(), await executions(made.policy_id)] as const;
      runsBegun.add(begun[0].length);
      await evaluation.policies.change(made.policy_id, async (before) => accept(timed({ ...before, ...change })));
      // An active claim keeps its time.
      clock.now += 15 * MINUTE - 1;
      await tick();
      expect(await executions(made.policy_id)).toEqual(begun[1]);
      clock.now += 1;
      expect(await tick()).toEqual({ failed: 0 });

      const [run] = await runs();
      expect(await runs(), `write ${write}`).toEqual(begun[0]);
      const after = await executions(made.policy_id);
      expect(after, `write ${write}`).toMatchObject(
        begun[1].map(() => ({
          status: 'completed',
          ...(run
            ? { workflow_run_id: run.workflow_run_id, targets: 5, skipped: {} }
            : { workflow_run_id: null, targets: 0, skipped: { policy_inactive: 5 } }),
        })),
      );
      expect((await events()).map(({ payload }) => payload)).toMatchObject(
        after.map(({ skipped }) => ({ policy_id: made.policy_id, skipped })),
      );
      expect((await events())[0]?.payload.workflow_run_id).toBe(run?.workflow_run_id);
      // After one that completed, the next window was not begun.
      expect(await stored(made.policy_id)).toMatchObject({ open: null, due_at: null, next_run_at: null });
    }
    expect([...runsBegun].sort()).toEqual([0, 1]);
  });

  test('finds the same run also more than a day later', async () => {
    let deaths = 0;
    for (const write of WRITES) {
      const { policy, record, clock, dyingBefore, evaluation, runs } = await tenantWith();
      const made = await policy({ enabled: false });
      const window = { from: clock.now, to: clock.now + HOUR };
      await record(2, window.from);
      const asked: WindowRun = {
        version: await evaluation.policies.version(made.policy_id, 1),
        trigger: 'manual',
        backfill_id: null,
        window,
        rate: 1,
        cutoff: null,
        limit: { max: 10, beyond: 'max_targets_per_run' },
        writes: async () => [],
      };
      const { services, died } = dyingBefore(write);
      await services.evaluation.policyExecutions.run(asked).catch(() => 'dead');
      deaths += Number(died());
      clock.now += 2 * DAY;
      expect((await evaluation.policyExecutions.run(asked)).ok).toBe(true);
      expect(await runs(), `write ${write}`).toHaveLength(1);
    }
    expect(deaths).toBeGreaterThanOrEqual(MIN_WRITES - 1);
  });

  test('continues a backfill without losing or repeating a target', async () => {
    let deaths = 0;
    for (const write of WRITES) {
      const { policy, record, tick, clock, dyingBefore, end, ...tenant } = await tenantWith();
      const made = await policy({ enabled: false });
      const begin = clock.now - 2 * DAY;
      await record(3, begin);
      await record(2, begin + DAY);
      const asked = {
        from: new Date(begin).toISOString(),
        to: new Date(begin + 2 * DAY).toISOString(),
        max_targets: 100,
      };
      const { backfills } = tenant.evaluation;
      const created = await backfills.create(made, v.parse(BackfillBody, asked), 'ann');
      if (!created.ok) throw new Error(created.code);
      const { services, died } = dyingBefore(write);
      await tick(services);
      deaths += Number(died());
      for (let turn = 1; turn <= 4; turn++) {
        clock.now += 15 * MINUTE;
        expect(await tick()).toEqual({ failed: 0 });
        await end('succeeded');
      }
      expect(await backfills.find(made.policy_id, created.value.backfill_id), `write ${write}`).toMatchObject({
        status: 'completed',
        processed: 5,
        total: 5,
        error: null,
      });
      expect((await tenant.runs()).map(({ trigger }) => trigger.type)).toEqual(['backfill', 'backfill']);
      expect((await tenant.executions(made.policy_id)).map(({ targets }) => targets)).toEqual([2, 3]);
      expect(await tenant.events()).toHaveLength(2);
    }
    expect(deaths).toBeGreaterThanOrEqual(MIN_WRITES);
  });
});

test('a backfill that is cancelled after a crash starts no more runs, and reports each that it started', async () => {
  const runsBegun = new Set<number>();
  for (const write of WRITES) {
    const { policy, record, tick, clock, dyingBefore, services, ...tenant } = await tenantWith();
    const made = await policy({ enabled: false });
    const begin = clock.now - DAY;
    await record(3, begin);
    const asked = { from: new Date(begin).toISOString(), to: new Date(begin + DAY).toISOString(), max_targets: 100 };
    const { backfills } = tenant.evaluation;
    const created = await backfills.create(made, v.parse(BackfillBody, asked), 'ann');
    if (!created.ok) throw new Error(created.code);
    await tick(dyingBefore(write).services);
    const begun = [await tenant.runs(), await tenant.executions(made.policy_id)] as const;
    runsBegun.add(begun[0].length);
    const params = { policyId: made.policy_id, backfillId: created.value.backfill_id };
    const request = { params, query: new Map() } as unknown as ApiRequest; // all that is read of it
    expect((await cancelBackfill.answer(request, services)).status).toBe(202);
    const again = await backfills.create(made, v.parse(BackfillBody, asked), 'ann');
    expect(again.ok).toBe(true);
    clock.now += 15 * MINUTE;
    if (again.ok) await backfills.change(again.value, endedBackfill(again.value, 'failed', 1), null);
    expect(await tick()).toEqual({ failed: 0 });

    const [run] = await tenant.runs();
    expect(await tenant.runs(), `write ${write}`).toEqual(begun[0]);
    const executions = await tenant.executions(made.policy_id);
    expect(executions.map(({ status, skipped }) => [status, skipped])).toEqual(
      begun[1].map(() => ['completed', run ? {} : { backfill_ended: 3 }]),
    );
    expect((await tenant.events()).map(({ payload }) => payload.workflow_run_id)).toEqual(
      begun[1].map(() => run?.workflow_run_id),
    );
    expect((await dueWork(services.table, clock.now + DAY, null)).work).toEqual([]);
  }
  expect([...runsBegun].sort()).toEqual([0, 1]);
});

test('a window that a user ran before it was due is not run again, and the next one follows', async () => {
  const { policy, record, tick, clock, evaluation, runs, events, end, stored } = await tenantWith();
  const made = await policy();
  const from = clock.now;
  await record(2, from);
  // So far behind that the maximum length ends the window.
  clock.now = from + 2 * DAY;
  await evaluation.policyExecutions.run({
    version: await evaluation.policies.version(made.policy_id, 1),
    trigger: 'manual',
    backfill_id: null,
    window: { from, to: from + DAY },
    rate: 1,
    cutoff: null,
    limit: { max: 10, beyond: 'max_targets_per_run' },
    writes: async () => [],
  });
  await end('succeeded');
  await tick();
  expect(await stored(made.policy_id)).toMatchObject({ watermark_at: from + DAY, open: null });
  expect(await runs()).toHaveLength(1);
  expect(await events()).toHaveLength(1);
  await record(1, from + DAY);
  await tick();
  expect(await runs()).toHaveLength(2);
});
