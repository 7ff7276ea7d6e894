import { describe, expect, test } from 'vitest';
import { keyCandidate } from '../../../../functions/report/pages/request/key-candidate.ts';

describe('the key that is proposed for a list', () => {
  test.for([
    ['[{"sku":"A","price":1},{"sku":"B"', 'sku'],
    ['[{"at":{"x":{}},"name":"n","orderId":7}, {', 'orderId'],
    ['[ {"text":"}", "id": 1}]', 'id'],
    ['[{"price":1}]', null],
    ['[{"id":{"cut', null],
    ['[1,2]', null],
    ['{"id":1}', null],
    [null, null],
  ])('%s: %s', ([excerpt, key]) => {
    expect(keyCandidate(excerpt ?? null)).toBe(key);
  });
});
