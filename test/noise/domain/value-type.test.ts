import { expect, test } from 'vitest';
import { valueType } from '../../../functions/noise/domain/value-type.ts';

test.for([
  [null, 'absent'],
  ['{"a":1', 'object'],
  ['[1,2', 'array'],
  ['"cut text', 'string'],
  ['-1.5e3', 'number'],
  ['12', 'number'],
  ['true', 'boolean'],
  ['null', 'null'],
  ['12 bytes, sha256 00', 'text'],
  ['<html>', 'text'],
  ['', 'text'],
] as const)('valueType returns for %j: %s', ([excerpt, type]) => {
  expect(valueType(excerpt)).toBe(type);
});
