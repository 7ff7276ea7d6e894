import { expect, test } from 'vitest';
import type { Change } from '../../../../functions/compare/domain/expected/change.ts';
import { changedValues } from '../../../../functions/compare/domain/expected/changed-values.ts';

const pair = { recorded: '10', replayed: null };

test.for<[Change, ReturnType<typeof changedValues>]>([
  [
    { is: 'pairs', pairs: [pair] },
    { ...pair, isPart: false },
  ],
  [{ is: 'pairs', pairs: [pair, { recorded: '1', replayed: '2' }] }, null],
  [
    { is: 'text', removed: '/de/parcel', added: '/parcel' },
    { recorded: '/de/parcel', replayed: '/parcel', isPart: true },
  ],
  [{ is: 'any' }, null],
  [{ is: 'sum', by: '2' }, null],
])('the values of the exact change %j are %j', ([change, values]) => {
  expect(changedValues(change)).toEqual(values);
});
