import { expect, test } from 'vitest';
import { lastRunOfTarget } from '../../../functions/applications/pages/last-run-of-target.ts';

const RUNS = [
  { targetEnv: 'https://b7.preview.shop.example/base', at: 3 },
  { targetEnv: 'https://staging.shop.example', at: 2 },
  { targetEnv: 'https://b6.preview.shop.example', at: 1 },
];

test.for<[string, boolean, number | 'never' | null]>([
  ['https://staging.shop.example', true, 2],
  ['https://*.preview.shop.example', true, 3],
  ['https://other.shop.example', true, 'never'],
  ['https://other.shop.example', false, null],
])('the last run to %s, where the list is whole: %s, is %s', ([address, isAll, last]) => {
  expect(lastRunOfTarget(address, { runs: RUNS, isAll })).toBe(last);
});
