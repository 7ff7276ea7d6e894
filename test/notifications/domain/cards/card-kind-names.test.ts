import { expect, test } from 'vitest';
import { KIND_NAMES } from '../../../../functions/notifications/domain/cards/card-kind-names.ts';

test('no two kinds of difference have the same name on a card', () => {
  expect(new Set(Object.values(KIND_NAMES)).size).toBe(Object.keys(KIND_NAMES).length);
});
