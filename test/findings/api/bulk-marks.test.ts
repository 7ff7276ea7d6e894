import { afterEach, expect, test } from 'vitest';
import { type LoginStage, loginStage } from '../../support/stages/login-stage.ts';

const PLAN = '6a0f3c40a1b2c3d4e5f60718';
let stage: LoginStage;
afterEach(() => stage.close());

test.for<[string, unknown, number, string]>([
  ['no kind', {}, 400, 'kind is missing or invalid'],
  ['an unknown kind', { kind: 'X', subject: 'a' }, 400, 'kind is missing or invalid'],
  ['no subject', { kind: 'FIELD_VALUE' }, 400, 'subject is missing or invalid'],
  ['no requests', { planItemIds: [] }, 400, 'planItemIds is missing or invalid'],
  ['2,001 requests', { planItemIds: Array(2001).fill(`${PLAN}:0`) }, 400, 'planItemIds is missing or invalid'],
  ['2,000 requests', { planItemIds: Array(2000).fill(`${PLAN}:0`) }, 404, 'there is no such run'],
  [
    'a long comment',
    { kind: 'TIMEOUT', subject: 't', comment: 'x'.repeat(2001) },
    400,
    'comment must be a string of at most 2,000 characters',
  ],
  ['a finding', { kind: 'TIMEOUT', subject: 'timeout' }, 404, 'there is no such run'],
])('marking many requests answers %s', async ([, body, status, errorMessage]) => {
  stage = loginStage();
  const answer = await stage.call('POST', `/api/replays/${PLAN}/marks`, body, stage.asAdmin);
  expect([answer.status, answer.body.errorMessage]).toEqual([status, errorMessage]);
});
