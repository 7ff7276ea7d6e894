import { describe, expect, test } from 'vitest';
import { refuse } from '../../../functions/platform/result.ts';
import { workInPlace } from '../../../functions/platform/work-in-place.ts';
import type { Work } from '../../../functions/platform/world.ts';
import { type Cases, settledRounds } from '../../support/stages/settled-rounds.ts';

const REQUESTS = 250;
const MINUTE_MS = 60_000;

/** Each differs in 20 fields of its own: their clusters are larger than what is computed in place. */
const cases: Cases[] = Array.from({ length: REQUESTS }, (_, id) => ({
  operation: '/a',
  cases: 1,
  differences: Array.from({ length: 20 }, (_item, at) => ['FIELD_VALUE', `prices.p${20 * id + at}.price`] as const),
}));

/** A pool whose jobs wait until they are let go, or end early. */
function heldPool() {
  let gate = Promise.resolve();
  let code: 'OVER_TIME' | 'OVER_MEMORY' | null = null;
  let started = 0;
  const work: Work = {
    hasThreads: true,
    prepare() {},
    async run(job, input, options) {
      started++;
      await gate;
      return code === null ? workInPlace.run(job, input, options) : refuse(code, 'too much');
    },
  };
  return {
    work,
    started: () => started,
    hold() {
      const { promise, resolve } = Promise.withResolvers<void>();
      gate = promise;
      return resolve;
    },
    end(next: typeof code) {
      code = next;
    },
  };
}

async function settledRound() {
  const pool = heldPool();
  const stage = settledRounds({}, pool.work);
  const { plan, round } = await stage.settled(cases);
  const latest = async () => {
    const found = await stage.findings.latestOf(plan, round);
    if (!found) throw new Error('there are no findings');
    return { failed: found.counts.failedCases, isPending: found.findingsPending };
  };
  const ignore = (path: string) =>
    stage.rules.add(plan.appId, {
      ruleId: path,
      kind: 'ignore',
      operation: null,
      target: 'response',
      path,
      origin: 'person',
      createdBy: 'me',
      createdAt: 1,
    });
  return { pool, stage, plan, round, latest, ignore };
}

describe('findings that the pool is computing', () => {
  test('leave polls the earlier ones, marked as pending, until they are stored', async () => {
    const { pool, latest, ignore } = await settledRound();
    expect(await latest()).toEqual({ failed: REQUESTS, isPending: false });
    const letGo = pool.hold();
    await ignore('prices.*.price');
    expect(await latest()).toEqual({ failed: REQUESTS, isPending: true });
    letGo();
    await expect.poll(latest).toEqual({ failed: 0, isPending: false });
  });

  test('are computed once, whatever changes in the meantime', async () => {
    const { pool, latest, ignore } = await settledRound();
    const before = pool.started();
    const letGo = pool.hold();
    await ignore('prices.p1.price');
    await Promise.all([latest(), latest()]);
    await ignore('prices.*.price');
    expect((await latest()).isPending).toBe(true);
    expect(pool.started()).toBe(before + 1);
    letGo();
    await expect.poll(latest).toEqual({ failed: 0, isPending: false });
  });

  test('make a page wait until they are computed', async () => {
    const { pool, stage, plan, round, ignore } = await settledRound();
    const letGo = pool.hold();
    await ignore('prices.*.price');
    const page = stage.findings.of(plan, round);
    letGo();
    expect((await page)?.counts.failedCases).toBe(0);
  });
});

describe.for(['OVER_TIME', 'OVER_MEMORY'] as const)('findings whose job the pool ends with %s', (code) => {
  test('leave polls the earlier ones, and are computed again after a minute', async () => {
    const { pool, stage, latest, ignore } = await settledRound();
    await ignore('prices.*.price');
    pool.end(code);
    const before = pool.started();
    expect(await latest()).toEqual({ failed: REQUESTS, isPending: true });
    await expect.poll(pool.started).toBe(before + 2);
    await expect.poll(latest).toEqual({ failed: REQUESTS, isPending: true });
    expect(pool.started()).toBe(before + 2);
    pool.end(null);
    expect((await latest()).isPending).toBe(true);
    stage.clock.now += MINUTE_MS;
    await expect.poll(latest).toEqual({ failed: 0, isPending: false });
  });

  test('fail a page, and are not kept as missing for the next one', async () => {
    const { pool, stage, plan, round, ignore } = await settledRound();
    await ignore('prices.*.price');
    pool.end(code);
    await expect(stage.findings.of(plan, round)).rejects.toThrow(code);
    pool.end(null);
    expect((await stage.findings.of(plan, round))?.counts.failedCases).toBe(0);
  });
});
