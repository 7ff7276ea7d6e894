import { describe, expect, test } from 'vitest';
import { idlePatterns } from '../../cli/checks/idle-patterns.ts';

describe('patterns that no request matched', () => {
  const left = (rule: 'exclude' | 'include', count: number) => ({ rule, count });
  test.for([
    ['an exclude pattern', { exclude: ['/a'] }, [], 3, ['no request matched --exclude /a']],
    ['one that matched', { exclude: ['/a'] }, [left('exclude', 1)], 3, []],
    ['an include pattern', { include: ['/a', '/b'] }, [left('include', 4)], 0, ['no request matched --include /a, /b']],
    ['one that took some', { include: ['/a'] }, [left('include', 4)], 1, []],
    ['no request at all', { exclude: ['/a'] }, [], 0, []],
  ] as const)('%s', ([, given, leftOut, taken, expected]) => {
    expect(idlePatterns(given, leftOut, taken)).toEqual(expected);
  });
});
