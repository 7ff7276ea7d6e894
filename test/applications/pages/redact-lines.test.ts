import { expect, test } from 'vitest';
import { redactLines, redactRuleOf } from '../../../functions/applications/pages/sections/redact-lines.ts';

test.for([
  ['header: authorization', { header: 'authorization' }],
  ['parameter: user[mail]', { parameter: 'user[mail]' }],
  ['$.card.number', { path: '$.card.number' }],
  ['seal parameter: email', { parameter: 'email', seal: true }],
  ['seal segment: /users/{mail}', { segment: '/users/{mail}', seal: true }],
  ['seal column: e_mail', { column: 'e_mail', seal: true }],
  ['seal $.email', { path: '$.email', seal: true }],
] as const)('%s is a rule, and is typed as it is', ([line, rule]) => {
  expect(redactRuleOf(line)).toEqual(rule);
  expect(redactLines({ redact: [rule] })).toBe(line);
});
