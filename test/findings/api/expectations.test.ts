import { afterEach, expect, test } from 'vitest';
import { type LoginStage, loginStage } from '../../support/stages/login-stage.ts';

const PLAN = '6a0f3c40a1b2c3d4e5f60718';
const finding = { kind: 'FIELD_VALUE', subject: 'total' };
let stage: LoginStage;
afterEach(() => stage.close());

test.for<[string, unknown, number, string]>([
  ['no run', { finding }, 400, 'planId is missing or invalid'],
  ['nothing', { planId: PLAN }, 400, 'either finding or requests must be given'],
  ['both', { planId: PLAN, finding, requests: [`${PLAN}:0`] }, 400, 'either finding or requests must be given'],
  [
    'an unknown kind',
    { planId: PLAN, finding: { kind: 'X', subject: 'a' } },
    400,
    'finding.kind is missing or invalid',
  ],
  ['no requests', { planId: PLAN, requests: [] }, 400, 'requests is missing or invalid'],
  ['201 requests', { planId: PLAN, requests: Array(201).fill(`${PLAN}:0`) }, 400, 'requests is missing or invalid'],
  ['200 requests', { planId: PLAN, requests: Array(200).fill(`${PLAN}:0`) }, 404, 'planId: there is no such run'],
  ['another change', { planId: PLAN, finding, change: 'some' }, 400, 'change is missing or invalid'],
  ['a long note', { planId: PLAN, finding, note: 'x'.repeat(2001) }, 400, 'note is missing or invalid'],
  ['an unknown run', { planId: PLAN, finding, note: 'x'.repeat(2000) }, 404, 'planId: there is no such run'],
])('expecting %s answers', async ([, body, status, errorMessage]) => {
  stage = loginStage();
  for (const path of ['/api/apps/shop/expectations', '/api/apps/shop/expectations/preview']) {
    const answer = await stage.call('POST', path, body, stage.asAdmin);
    expect([answer.status, answer.body.errorMessage]).toEqual([status, errorMessage]);
  }
});

test('an unknown expectation is neither read nor removed', async () => {
  stage = loginStage();
  for (const method of ['GET', 'DELETE'] as const) {
    const answer = await stage.call(method, '/api/apps/shop/expectations/none', undefined, stage.asAdmin);
    expect([answer.status, answer.body.errorCode]).toEqual([404, 'NOT_FOUND']);
  }
});
