import { describe, expect, test } from 'vitest';
import { idlePatterns } from '../../cli/checks/idle-patterns.ts';

describe('patterns that no request matched', () => {
  const left = (rule: 'exclude' | 'include', count: number) => ({ rule, count });
  test.for([
    ['an exclude pattern', { exclude: ['/a'] }, [], 3, ['no request matched --exclude /a']],
    ['no exclude pattern that matched', { exclude: ['/a'] }, [left('exclude', 1)], 3, []],
    ['an include pattern', { include: ['/a', '/b'] }, [left('include', 4)], 0, ['no request matched --include /a, /b']],
    ['no include pattern that took some requests', { include: ['/a'] }, [left('include', 4)], 1, []],
    ['no pattern if there was no request', { exclude: ['/a'] }, [], 0, []],
  ] as const)('are named for %s', ([, given, leftOut, taken, expected]) => {
    expect(idlePatterns(given, leftOut, taken)).toEqual(expected);
  });
});
