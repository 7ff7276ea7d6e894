import { beforeAll, describe, expect, test } from 'vitest';
import { openTable } from '../../../functions/platform/standalone/table.ts';
import type { ReplayRound, RoundResult } from '../../../functions/replay/domain/plan.ts';
import { planStore } from '../../../functions/replay/store/plans.ts';
import { filteredRuns, MAX_RUNS_READ, type RunPage } from '../../../functions/report/service/filtered-runs.ts';
import { replayPlan } from '../../support/replay-plan.ts';

const RESULT: RoundResult = {
  verdict: 'PASS',
  passRate: 1,
  totalCases: 1,
  successCases: 1,
  failedCases: 0,
  settledAt: 1,
};

describe('the runs of a filter', () => {
  const plans = planStore(
    openTable(':memory:', () => 0),
    't',
  );
  /** Adds a run that is newer than the ones before, and returns its number. */
  let added = 0;
  async function add(branch: string, state?: string): Promise<void> {
    const at = ++added * 1000;
    const plan = replayPlan({
      planId: `${added.toString(16).padStart(8, '0')}${'0'.repeat(16)}`,
      createdAt: at,
      expiresAt: 10 ** 12,
      appId: 'shop',
      targetEnv: `http://10.0.0.1:${added}`,
      build: { branch },
    });
    await plans.lock('shop', plan.planId, at);
    expect(await plans.create(plan, null, null)).toBe(true);
    if (state === undefined) return;
    // created above
    const round = (await plans.findRound(plan.planId, 1)) as ReplayRound;
    expect(await plans.settle(plan, round, { ...RESULT, state })).toBe(true);
  }

  const pageOf = async (given: Partial<RunPage>) => {
    const page = { appId: 'shop', branch: null, state: null, limit: 2, after: null, ...given };
    const { runs, next } = await filteredRuns(plans, page);
    return { numbers: runs.map(({ plan }) => plan.number), next };
  };

  /** The numbers of the runs of every page. */
  async function pages(given: Partial<RunPage>) {
    const found = [];
    for (let after: string | null = null; ; ) {
      const { numbers, next } = await pageOf({ ...given, after });
      found.push(numbers);
      if (next === null) return found;
      after = next;
    }
  }

  beforeAll(async () => {
    await add('main', 'CLEAN');
    await add('fix', 'NEEDS_ACTION');
    await add('main', 'NEEDS_ACTION');
    await add('main', 'CLEAN');
    await add('main');
    await add('fix', 'CLEAN');
  });

  test.for<[what: string, filter: Partial<RunPage>, numbers: number[][]]>([
    [
      'nothing',
      {},
      [
        [6, 5],
        [4, 3],
        [2, 1],
      ],
    ],
    [
      'a branch',
      { branch: 'main' },
      [
        [5, 4],
        [3, 1],
      ],
    ],
    ['a state', { state: 'CLEAN' }, [[6, 4], [1]]],
    ['branch and state', { branch: 'main', state: 'CLEAN' }, [[4, 1]]],
    ['every application', { appId: null, state: 'NEEDS_ACTION', limit: 1 }, [[3], [2], []]],
    ['a state before settling', { state: 'RUNNING' }, [[5]]],
    ['an unknown branch', { branch: 'mai' }, [[]]],
  ])('are listed by %s', async ([, filter, numbers]) => {
    expect(await pages(filter)).toEqual(numbers);
  });

  test(`are read in pages of ${MAX_RUNS_READ} runs, and the cursor continues behind them`, async () => {
    while (added < MAX_RUNS_READ + 1) await add('other');
    const first = await pageOf({ branch: 'main' });
    // Number 1 is behind the newest 1,000.
    expect(first.numbers).toEqual([5, 4]);
    const fix = await pageOf({ branch: 'main', state: 'CLEAN' });
    expect(fix.numbers).toEqual([4]);
    expect(fix.next).not.toBeNull();
    expect(await pageOf({ branch: 'main', state: 'CLEAN', after: fix.next })).toEqual({ numbers: [1], next: null });
  }, 30_000);
});
