import { expect, test } from 'vitest';
import { KIND_WORDS } from '../../../functions/compare/domain/kind-words.ts';

test.for(['en', 'zh'] as const)('no two kinds of difference have the same name: %s', (language) => {
  const names = Object.values(KIND_WORDS).map((words) => words[language]);
  expect(new Set(names).size).toBe(names.length);
});
