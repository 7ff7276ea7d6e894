import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { BackfillBody, endedBackfill } from '../../../../functions/evaluation/domain/policies/backfill.ts';
import { accept } from '../../../../functions/platform/result.ts';
import { DAY, MINUTE, policyTickStage } from './policy-tick-stage.ts';

const tenantWith = policyTickStage();

/** A backfill of the last days of an inactive policy. */
async function backfilling(days: number, more: Record<string, unknown> = {}, policy: Record<string, unknown> = {}) {
  const tenant = await tenantWith();
  const made = await tenant.policy({ enabled: false, ...policy });
  const to = tenant.clock.now;
  const from = to - days * DAY;
  return {
    ...tenant,
    from,
    to,
    made,
    async begin() {
      const window = { from: new Date(from).toISOString(), to: new Date(to).toISOString() };
      const asked = v.parse(BackfillBody, { ...window, max_targets: 100, ...more });
      const created = await tenant.evaluation.backfills.create(made, asked, 'ann');
      if (!created.ok) throw new Error(created.code);
      return created.value;
    },
    async stored() {
      const { items } = await tenant.evaluation.backfills.page(made.policy_id, { limit: 1, after: null });
      if (items[0] === undefined) throw new Error('there is no backfill');
      return items[0];
    },
    async turn() {
      tenant.clock.now += MINUTE;
      await tenant.tick();
    },
  };
}

describe('a backfill (evaluation 3.13)', () => {
  test('processes one day and one run at a time, and counts what was processed', async () => {
    const { record, turn, end, begin, stored, runs, executions, made, from } = await backfilling(3);
    await record(3, from);
    await record(2, from + 2 * DAY);
    await begin();
    await turn();
    expect(await stored()).toMatchObject({ status: 'running', total: 5, processed: 0 });
    await turn();
    expect(await runs()).toHaveLength(1);
    await end('succeeded');
    await turn();
    expect(await stored()).toMatchObject({ status: 'running', processed: 3 });
    await end('succeeded');
    await turn();
    expect(await stored()).toMatchObject({
      status: 'completed',
      processed: 5,
      total: 5,
      completed_at: expect.anything(),
    });
    expect((await executions(made.policy_id)).map(({ trigger, targets }) => [trigger, targets])).toEqual([
      ...[
        ['backfill', 2],
        ['backfill', 0],
        ['backfill', 3],
      ],
    ]);
  });

  test('has a separate budget, and its runs are marked as runs of a backfill', async () => {
    const { record, turn, begin, runs, evaluation, made, from } = await backfilling(
      1,
      {},
      { budgets: { max_targets_per_run: 1 } },
    );
    await record(4, from);
    const { backfill_id } = await begin();
    await turn();
    const [run] = await runs();
    expect(run?.trigger).toMatchObject({ type: 'backfill', policy_id: made.policy_id });
    const [event] = (await evaluation.ledger.page({ after: null, limit: 10, type: 'online_policy.evaluated' })).events;
    expect(event?.payload).toMatchObject({ backfill_id, matched: 4, sampled: 4 });
    expect((await evaluation.policies.find(made.policy_id))?.recent_runs).toEqual([]);
  });

  test('takes at most max_targets over all days, with the same share of each', async () => {
    const { record, turn, end, begin, stored, executions, made, from } = await backfilling(2, { max_targets: 10 });
    await record(40, from);
    await record(40, from + DAY);
    await begin();
    for (let turns = 1; turns <= 3; turns++) {
      await turn();
      await end('succeeded');
    }
    const targets = (await executions(made.policy_id)).map((one) => one.targets);
    expect(targets).toHaveLength(2);
    expect(targets.reduce((sum, one) => sum + one)).toBe(10);
    expect(Math.min(...targets)).toBeGreaterThan(0);
    expect(await stored()).toMatchObject({ status: 'completed', processed: 10, total: 10 });
  });

  test('takes at most max_targets where one trace has several cases on two days', async () => {
    const { record, turn, end, begin, stored, from } = await backfilling(2, { max_targets: 3 });
    const traceId = 'ab'.repeat(16);
    await record(2, from, { traceId });
    await record(2, from + DAY, { traceId });
    await begin();
    for (let turns = 1; turns <= 3; turns++) {
      await turn();
      await end('succeeded');
    }
    expect(await stored()).toMatchObject({ status: 'completed', processed: 3, total: 3 });
  });

  test('completes at once if there is nothing to do', async () => {
    const { turn, begin, stored, events } = await backfilling(180);
    await begin();
    await turn();
    expect(await stored()).toMatchObject({ status: 'completed', processed: 0, total: 0 });
    expect(await events()).toEqual([]);
  });

  test('fails after three consecutive failed runs', async () => {
    const { record, turn, end, begin, stored, runs, from } = await backfilling(5);
    for (let day = 0; day < 5; day++) await record(1, from + day * DAY);
    await begin();
    for (let turns = 1; turns <= 5; turns++) {
      await turn();
      await end('failed');
    }
    expect(await runs()).toHaveLength(3);
    expect(await stored()).toMatchObject({ status: 'failed', processed: 3, total: 5, error: { code: 'failed_runs' } });
  });

  test('is limited to one at a time per policy', async () => {
    const { begin, stored, evaluation, clock } = await backfilling(1);
    await begin();
    await expect(begin()).rejects.toThrow('limit_reached');
    const before = await stored();
    await evaluation.backfills.change(before, endedBackfill(before, 'cancelled', clock.now), clock.now);
    await begin();
  });

  test('starts nothing more after it was cancelled, also by deleting the policy', async () => {
    const { record, turn, end, begin, stored, runs, evaluation, made, from, clock } = await backfilling(3);
    await record(1, from);
    await record(1, from + DAY);
    await begin();
    await turn();
    await end('succeeded');
    await evaluation.policies.change(made.policy_id, async (policy) => accept({ ...policy, deleted_at: clock.now }));
    await turn();
    expect(await stored()).toMatchObject({ status: 'cancelled', error: null });
    await turn();
    expect(await runs()).toHaveLength(1);
  });
});
