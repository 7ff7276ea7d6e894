import { describe, expect, test } from 'vitest';
import { runPolicy } from '../../../../functions/evaluation/policies/api/run-policy.ts';
import type { ApiRequest } from '../../../../functions/platform/http/api.ts';
import { HOUR, MINUTE, policyTickStage } from './policy-tick-stage.ts';

const tenantWith = policyTickStage();
const DUE = HOUR + 2 * MINUTE;
/** Of a window: claim, bytes and row of the case set, execution, run, end. */
const WRITE_OF_ITS_CASES = 4;
const WRITE_OF_ITS_RUN = 5;

/** A request to run a window manually. */
const asking = (policyId: string, { from, to }: { from: number; to: number }) =>
  ({
    params: { policyId },
    query: new Map(),
    body: { from: new Date(from).toISOString(), to: new Date(to).toISOString() },
  }) as unknown as ApiRequest; // all that is read of it

describe('the budget that scheduled and manual runs share (evaluation 3.13)', () => {
  test('reserves a place for a scheduled window when its cases are selected', async () => {
    const { policy, record, tick, clock, dyingBefore, services, runs } = await tenantWith();
    const made = await policy({ budgets: { max_runs_per_hour: 1 } });
    const from = clock.now;
    await record(2, from);
    clock.now += DUE;
    const { services: dying, died } = dyingBefore(WRITE_OF_ITS_RUN);
    await tick(dying);
    expect([died(), await runs()]).toEqual([true, []]);
    const byHand = await runPolicy.answer(asking(made.policy_id, { from, to: from + 1 }), services);
    expect(byHand).toMatchObject({ status: 409, body: { code: 'limit_reached' } });
    clock.now += 15 * MINUTE;
    await tick();
    expect(await runs()).toHaveLength(1);
  });

  test('makes a scheduled window without a place wait and grow, without selecting cases', async () => {
    const { policy, record, tick, clock, dyingBefore, services, runs, stored, executions } = await tenantWith();
    const made = await policy({ budgets: { max_runs_per_hour: 1 } });
    const from = clock.now;
    await record(2, from);
    clock.now += DUE;
    await tick(dyingBefore(WRITE_OF_ITS_CASES).services);
    const ran = clock.now;
    expect(await runPolicy.answer(asking(made.policy_id, { from, to: from + 1 }), services)).toMatchObject({
      status: 202,
    });
    clock.now += 15 * MINUTE;
    await tick();
    expect(await stored(made.policy_id)).toMatchObject({ open: null, paused_reason: null, watermark_at: from });
    expect(await runs()).toHaveLength(1);
    clock.now = ran + HOUR;
    await tick();
    expect((await executions(made.policy_id)).map(({ window, trigger }) => [window.to, trigger]).sort()).toEqual([
      [from + 1, 'manual'],
      [ran + HOUR - 2 * MINUTE, 'schedule'],
    ]);
  });
});
