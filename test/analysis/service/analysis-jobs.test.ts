import { describe, expect, test } from 'vitest';
import { planItemId } from '../../../functions/replay/domain/plan.ts';
import { analysisStage, MIXED, STALE_MS } from './analysis-stage.ts';

const { stage, clock, analyses, stateOf, nextDay } = analysisStage();

describe('jobs of external executors (interface 2.5)', () => {
  const external = stage.analysesWith({ isBuiltIn: false, daily: 1000 });
  const waiting = async (cases = MIXED) => {
    clock.now += 1000;
    const round = await stage.settled(cases);
    await external.request(round.plan, round.round);
    return round;
  };

  test('are given the oldest first, each to one claimer', async () => {
    nextDay();
    await stage.jobs.claim('one');
    const rounds = [await waiting(), await waiting(), await waiting()];
    const first = await stage.jobs.claim('one');
    expect(first?.planId).toBe(rounds[0]?.plan.planId);
    const others = await Promise.all(['one', 'two', 'three', 'four'].map((id) => stage.jobs.claim(id)));
    expect(others.flatMap((job) => job?.planId ?? []).toSorted()).toEqual(
      rounds.slice(1).map(({ plan }) => plan.planId),
    );
    expect(await stage.jobs.claim('two')).toBeNull();
  });

  test('name what failed by names, kinds and types, and where to write the diagnosis', async () => {
    nextDay();
    await stage.jobs.claim('one');
    const { plan } = await waiting();
    const job = await stage.jobs.claim('one');
    const ids = (...items: number[]) => items.map((item) => planItemId(plan.planId, item));
    expect(job).toMatchObject({
      planId: plan.planId,
      round: 1,
      callback: `/openapi/v1/replay-runs/${plan.planId}/diagnosis?round=1`,
    });
    expect(job?.clusters).toEqual([
      {
        operation: '/a',
        requests: 4,
        differences: [{ kind: 'FIELD_VALUE', subject: 'price' }],
        planItemIds: ids(0, 1, 2, 3),
      },
      {
        operation: '/b',
        requests: 3,
        differences: [{ kind: 'NEW_FIELD', subject: 'more' }],
        planItemIds: ids(6, 7, 8),
      },
      {
        operation: '/c',
        requests: 1,
        differences: [{ kind: 'FIELD_TYPE', subject: 'x' }],
        planItemIds: ids(9),
      },
    ]);
    expect(job?.samples).toHaveLength(7);
    expect(job?.samples[0]).toEqual({
      planItemId: ids(0)[0],
      operation: '/a',
      status: { recorded: 200, replayed: 200 },
      differences: [{ kind: 'FIELD_VALUE', path: 'price', recorded: 'string', replayed: 'number' }],
    });
    expect(JSON.stringify(job)).not.toContain('canary');
  });

  test('count a claim as a heartbeat, and end as STALE without a further one', async () => {
    nextDay();
    await stage.jobs.claim('one');
    const round = await waiting();
    clock.now += 200_000;
    expect(await stage.jobs.claim('one')).toMatchObject({ planId: round.plan.planId });
    clock.now += STALE_MS - 1;
    expect(await stateOf(round)).toEqual(['RUNNING', null]);
    clock.now += 1;
    expect(await stateOf(round)).toEqual(['PARTIAL', 'STALE']);
    expect(await stage.jobs.claim('two')).toBeNull();
  });

  test('leave out analyses that were not claimed in time or have a diagnosis', async () => {
    nextDay();
    await stage.jobs.claim('one');
    const late = await waiting();
    const written = await waiting();
    await analyses.write(written.plan, written.round, { state: 'RUNNING' });
    clock.now += STALE_MS;
    expect(await stage.jobs.claim('one')).toBeNull();
    expect(await stateOf(late)).toEqual(['PARTIAL', 'STALE']);
  });
});
