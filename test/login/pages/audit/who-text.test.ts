import { expect, test } from 'vitest';
import { whoText } from '../../../../functions/login/pages/audit/who-text.ts';

test.for([
  ['ann@shop.test', 'ann@shop.test'],
  ['github-actions', 'key github-actions'],
  ['open-api', 'without a credential'],
  ['admin-key', 'admin-key'],
  ['data-directory', 'data-directory'],
  ['administrator@localhost', 'administrator@localhost'],
  ['guest-0123abcd', 'guest-0123abcd'],
] as const)('whoText shows %s as %s', ([name, shown]) => {
  expect(whoText(name)).toBe(shown);
});
