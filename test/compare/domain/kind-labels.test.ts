import { expect, test } from 'vitest';
import { KIND_LABELS } from '../../../functions/compare/domain/kind-labels.ts';

test.for(['en', 'zh'] as const)('each kind of difference has a name that no other has: %s', (language) => {
  const names = Object.values(KIND_LABELS).map((words) => words[language]);
  expect(new Set(names).size).toBe(names.length);
});
