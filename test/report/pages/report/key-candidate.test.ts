import { describe, expect, test } from 'vitest';
import { firstByKey, keyCandidate } from '../../../../functions/report/pages/report/key-candidate.ts';

describe('keyCandidate', () => {
  test.for([
    ['[{"sku":"A","price":1},{"sku":"B"', 'sku'],
    ['[{"at":{"x":{}},"name":"n","orderId":7}, {', 'orderId'],
    ['[ {"text":"}", "id": 1}]', 'id'],
    ['[{"price":1}]', null],
    ['[{"id":{"cut', null],
    ['[1,2]', null],
    ['{"id":1}', null],
    [null, null],
  ])('finds in %s: %s', ([excerpt, key]) => {
    expect(keyCandidate(excerpt ?? null)).toBe(key);
  });
});

test.for([
  ['[{"id":1},{"id":6}]', '[{"id":6},{"id":1', { recorded: 'id 1', replayed: 'id 6' }],
  ['[{"id":1},{"id":6}]', '[{"id":1},{"id":2}]', null],
  ['[{"id":1}]', '[{"sku":"A"}]', null],
  ['[{"price":1}]', '[{"price":2}]', null],
  ['["a","b"]', '["b","a"]', null],
])('firstByKey compares the first elements of %s and %s', ([recorded, replayed, first]) => {
  expect(firstByKey(recorded as string, replayed as string)).toEqual(first);
});
