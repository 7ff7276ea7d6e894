import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { storedJson } from '../../../functions/platform/values/stored-json.ts';
import { DAMAGED_RECORDING } from '../../../functions/replay/domain/results/clusters.ts';
import { headWithoutResult, type ResultHead } from '../../../functions/replay/domain/results/result-head.ts';
import { sentOutcomes } from '../../../functions/replay/steps/sent-outcomes.ts';
import type { ResultStore } from '../../../functions/replay/store/results.ts';
import { replayPlan } from '../../support/replay-plan.ts';

const planned = (item: number) => ({
  item,
  caseId: `c${item}`,
  operation: '/a',
  session: null,
  traceId: '',
  recordedAt: 0,
});
const cases = [planned(0), planned(1)];
const head = (item: number): ResultHead => headWithoutResult('plan', planned(item), DAMAGED_RECORDING);
const SMALL = storedJson({});
const LARGE = storedJson(Array.from({ length: 20_000 }, (_, at) => Math.imul(at, 2_654_435_761)));

/** Outcomes whose rows are stored when `store` is called; `asked`: whether each may wait for others. */
function outcomesOf() {
  const asked: boolean[] = [];
  const storing: PromiseWithResolvers<boolean>[] = [];
  const results = {
    add(_plan, _round, _chunk, _head, _payload, { patient = false } = {}) {
      asked.push(patient);
      storing.push(Promise.withResolvers());
      return storing.at(-1)?.promise ?? Promise.resolve(false);
    },
  } satisfies Pick<ResultStore, 'add'>;
  const outcomes = sentOutcomes(
    replayPlan({ planId: 'plan', createdAt: 0 }),
    1,
    { chunk: 0, first: 0, cases },
    { results: results as ResultStore },
  );
  return { outcomes, asked, storing };
}

describe('the outcome of a request', () => {
  test('that may be sent again is stored while others are sent', async () => {
    const { outcomes, asked, storing } = outcomesOf();
    await outcomes.add(head(0), SMALL, { mayBeSentAgain: true });
    await outcomes.add(head(1), SMALL, { mayBeSentAgain: true });
    expect([asked, outcomes.all()]).toEqual([[true, true], null]);
    let isStored = false;
    const stored = outcomes.stored().then(() => {
      isStored = true;
    });
    storing[0]?.resolve(true);
    await nextTurn();
    expect(isStored).toBe(false);
    storing[1]?.resolve(true);
    await stored;
    expect(outcomes.all()?.map(({ item }) => item)).toEqual([0, 1]);
  });

  test.for([
    ['may not be sent again', SMALL, false],
    ['is large', LARGE, true],
  ] as const)('that %s is stored before the next one is sent', async ([, payload, mayBeSentAgain]) => {
    const { outcomes, asked, storing } = outcomesOf();
    let isAdded = false;
    const added = outcomes.add(head(0), payload, { mayBeSentAgain }).then(() => {
      isAdded = true;
    });
    await nextTurn();
    expect([asked, isAdded]).toEqual([[false], false]);
    storing[0]?.resolve(true);
    await added;
  });

  test('that cannot be stored fails the next one, and the end of the chunk', async () => {
    const { outcomes, storing } = outcomesOf();
    const fault = new Error('no table');
    await outcomes.add(head(0), SMALL, { mayBeSentAgain: true });
    storing[0]?.reject(fault);
    await nextTurn();
    await expect(outcomes.add(head(1), SMALL, { mayBeSentAgain: true })).rejects.toBe(fault);
    await expect(outcomes.stored()).rejects.toBe(fault);
    expect(outcomes.all()).toBeNull();
  });
});
