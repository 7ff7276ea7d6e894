import { expect, test } from 'vitest';
import { subjectText } from '../../../../functions/login/pages/audit/subject-text.ts';
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

test('subjectText leaves out the names of ids that say what they are', () => {
  const invited = { action: 'user.invited', subject: { userName: 'ann@shop.test', role: 'member' } } as const;
  expect(subjectText(invited)).toBe('ann@shop.test, member');
  expect(subjectText({ action: 'rule.added', subject: { appId: 'shop', ruleId: '7f3a' } })).toBe('ruleId 7f3a');
});
