import { describe, expect, test } from 'vitest';
import type { DiskCall, DiskPolicy } from '../../support/failing-disk.ts';
import { random } from '../../support/test-random.ts';
import { CASES, failingDiskStage } from './failing-disk-stage.ts';

/** For how long the disk fails. */
const OUTAGE_MS = 60_000;
/** Time after which every run has ended once the disk works again. */
const MAX_HEALING_MS = 30_000;
/** Runs on a disk that fails a tenth of all calls. */
const FLAKY_RUNS = 10;

const stage = failingDiskStage();
const { disk, now } = stage;

/** Where a write goes: its statement and the family of its key. */
const siteOf = ({ what, where }: DiskCall) =>
  `${what} ${where
    .replaceAll(stage.dataDir, '')
    .replaceAll(/[0-9a-f]{24,}|[0-9a-f-]{36}|app\d+(-\d+)?/g, '*')
    .replaceAll(/\d+/g, '0')}`;

/** The n-th write to a site. */
type Moment = readonly [site: string, nth: number];

/** Fails all writes for OUTAGE_MS from this moment on. */
function outageAt([site, nth]: Moment) {
  let writes = 0;
  let endsAt: number | null = null;
  const policy: DiskPolicy = (call) => {
    if (call.kind === 'read') return null;
    if (endsAt === null && siteOf(call).startsWith(site) && ++writes === nth) endsAt = now() + OUTAGE_MS;
    return endsAt !== null && now() < endsAt ? (random() < 0.5 ? 'FULL' : 'IOERR') : null;
  };
  return { policy, endsAt: () => endsAt };
}

/** Returns moments of `work`: some of every site that it writes to, by chance. */
async function momentsOf(work: () => Promise<unknown>, perSite = 1): Promise<Moment[]> {
  const counts = new Map<string, number>();
  disk.follow((call) => {
    if (call.kind === 'write') counts.set(siteOf(call), (counts.get(siteOf(call)) ?? 0) + 1);
    return null;
  });
  await work();
  disk.heal();
  return [...counts].flatMap(([site, count]) => {
    // How writes are grouped differs a little from run to run, so the last ones may not come again.
    const sure = Array.from({ length: Math.ceil(count * 0.7) }, (_, index) => index + 1);
    const chosen = sure.toSorted(() => random() - 0.5).slice(0, perSite);
    return chosen.map((nth): Moment => [site, nth]);
  });
}

/** Counts of a run that nothing disturbed. */
const COMPLETE = { totalCases: CASES, successCases: CASES - 1, failedCases: 1, interruption: null };

/** A rule under which nothing differs. */
const TOLERANCE = {
  ruleId: 'close',
  kind: 'tolerance',
  operation: null,
  target: 'response',
  path: '$.price',
  tolerance: { absolute: 5 },
  origin: 'person',
  createdBy: 'test',
  createdAt: 1,
} as const;

describe('a service whose disk fails for a minute', () => {
  test('ends a run within 30 s afterwards, complete, and sends nothing twice, at any write of a replay', {
    timeout: 300_000,
  }, async () => {
    // What the first replay of a service writes once is not among the moments.
    const before = await stage.recorded();
    await stage.outcomeOf(before, await stage.triggered(before));
    const first = await stage.recorded();
    let expected: unknown;
    const moments = await momentsOf(async () => {
      expected = await stage.outcomeOf(first, await stage.triggered(first));
    });
    expect(expected).toMatchObject(COMPLETE);
    expect(moments.length).toBeGreaterThan(20);

    let outages = 0;
    for (const moment of moments) {
      const appId = await stage.recorded();
      const outage = outageAt(moment);
      disk.follow(outage.policy);
      const planId = await stage.triggered(appId);
      expect(await stage.outcomeOf(appId, planId), `outage at ${moment}`).toEqual(expected);
      const endsAt = outage.endsAt();
      disk.heal();
      if (endsAt === null) continue;
      outages++;
      const { result } = await stage.ended(planId);
      expect(result.settledAt, `outage at ${moment}`).toBeLessThanOrEqual(endsAt + MAX_HEALING_MS);
    }
    expect(outages).toBeGreaterThan(moments.length * 0.8);
  });

  test('sends a notification once, at any write of it', { timeout: 300_000 }, async () => {
    const planIn = async () => {
      const appId = await stage.recorded();
      const planId = await stage.triggered(appId);
      await stage.outcomeOf(appId, planId);
      return planId;
    };
    // The queue holds what other tests have left.
    await stage.delivered(await planIn());
    const first = await planIn();
    const moments = await momentsOf(() => stage.delivered(first), 5);
    expect(moments.length).toBeGreaterThan(5);
    let outages = 0;
    for (const moment of moments) {
      const planId = await planIn();
      const outage = outageAt(moment);
      disk.follow(outage.policy);
      expect(await stage.delivered(planId), `outage at ${moment}`).toBe(1);
      disk.heal();
      if (outage.endsAt() !== null) outages++;
    }
    expect(outages).toBeGreaterThan(moments.length * 0.8);
  });

  test('ends a recompare with the results of the new rule, at any write of it', {
    timeout: 300_000,
  }, async () => {
    const planIn = async () => {
      const appId = await stage.recorded();
      const planId = await stage.triggered(appId);
      await stage.outcomeOf(appId, planId);
      await stage.services.rules.add(appId, TOLERANCE);
      return planId;
    };
    const recompared = async (planId: string) => {
      expect((await stage.recompare(planId)).status).toBe(202);
      await expect.poll(() => stage.differences(planId), { interval: 5 }).toEqual([[], ['price close'], [], []]);
    };
    const first = await planIn();
    const moments = await momentsOf(() => recompared(first), 3);
    expect(moments.length).toBeGreaterThan(5);
    for (const moment of moments) {
      const planId = await planIn();
      disk.follow(outageAt(moment).policy);
      await recompared(planId);
      disk.heal();
    }
  });

  test('accepts a stop once the disk works, and ends the run', async () => {
    const appId = await stage.recorded();
    const outage = outageAt(['INSERT INTO items (pk, s T#default#RESULTS', 1]);
    disk.follow(outage.policy);
    const planId = await stage.triggered(appId);
    await expect.poll(outage.endsAt, { interval: 5 }).not.toBeNull();
    const answer = await stage.stop(planId);
    const { result, interruption } = await stage.ended(planId);
    // The run may have been faster than the stop.
    if (answer.status === 200) expect([result.state, interruption]).toEqual(['INTERRUPTED', 'The run was stopped.']);
    expect(result.settledAt).toBeLessThanOrEqual((outage.endsAt() ?? 0) + MAX_HEALING_MS);
  });
});

test('a stop ends a run whose results can never be stored', async () => {
  const appId = await stage.recorded();
  let failures = 0;
  disk.follow(({ kind, where }) => {
    if (kind === 'read' || !where.includes('#RESULTS#')) return null;
    failures++;
    return 'IOERR';
  });
  const planId = await stage.triggered(appId);
  await expect.poll(() => failures, { interval: 5 }).toBeGreaterThan(10);
  expect((await stage.insist(async () => stage.services.plans.find(planId)))?.status).toBe('RUNNING');
  expect((await stage.stop(planId)).status).toBe(200);
  expect(await stage.outcomeOf(appId, planId)).toMatchObject({
    state: 'INTERRUPTED',
    interruption: 'The run was stopped.',
    totalCases: CASES,
    successCases: 0,
  });
});

test(`each of ${FLAKY_RUNS} runs is complete and notified once on a disk that fails a tenth of all calls`, {
  timeout: 300_000,
}, async () => {
  const first = await stage.recorded();
  const expected = await stage.outcomeOf(first, await stage.triggered(first));
  let failures = 0;
  for (let run = 0; run < FLAKY_RUNS; run++) {
    const appId = await stage.recorded();
    disk.follow(() => {
      if (random() >= 0.1) return null;
      failures++;
      return random() < 0.5 ? 'FULL' : 'IOERR';
    });
    const planId = await stage.triggered(appId);
    expect(await stage.outcomeOf(appId, planId)).toEqual(expected);
    disk.heal();
    expect(await stage.delivered(planId)).toBe(1);
  }
  expect(failures).toBeGreaterThan(FLAKY_RUNS * 5);
});
