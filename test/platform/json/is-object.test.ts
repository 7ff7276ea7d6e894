import { expect, test } from 'vitest';
import { isObject } from '../../../functions/platform/json/is-object.ts';

test.for([
  [{}, true],
  [{ length: 0 }, true],
  [Object.create(null), true],
  [[], false],
  [null, false],
  [undefined, false],
  ['text', false],
  [0, false],
] as const)('isObject returns for %o: %j', ([value, is]) => {
  expect(isObject(value)).toBe(is);
});
