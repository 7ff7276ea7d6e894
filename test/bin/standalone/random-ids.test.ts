import { expect, test } from 'vitest';
import { randomIds } from '../../../bin/standalone/random-ids.ts';

test('ids have 32 hex digits and never repeat', () => {
  const newId = randomIds();
  const ids = Array.from({ length: 2000 }, newId);
  expect(ids.every((id) => /^[0-9a-f]{32}$/.test(id))).toBe(true);
  expect(new Set([...ids, ...Array.from({ length: 300 }, randomIds())]).size).toBe(2300);
  expect(ids.filter((id) => id.startsWith('00000000'))).toEqual([]);
});
