import { afterEach, describe, expect, test } from 'vitest';
import { type LoginStage, loginStage } from '../../support/stages/login-stage.ts';

const PLAN = '6a0f3c40a1b2c3d4e5f60718';
const ACCEPT = `/api/replays/${PLAN}/accept`;
const RESTORE = '/api/recorder/cases/case-1/versions/1/restore';
const finding = { kind: 'FIELD_VALUE', subject: 'total' };
const ONE = 'exactly one of requests, finding and expected must be given; operations only with expected';
let stage: LoginStage;
afterEach(() => stage.close());

test.for<[string, unknown, number, string]>([
  ['nothing', {}, 400, ONE],
  ['two choices', { finding, expected: true }, 400, ONE],
  ['endpoints of a finding beside it', { finding, operations: ['/a'] }, 400, ONE],
  ['an unknown kind', { finding: { kind: 'X', subject: 'a' } }, 400, 'finding.kind is missing or invalid'],
  ['no requests', { requests: [] }, 400, 'requests is missing or invalid'],
  ['501 requests', { requests: Array(501).fill(`${PLAN}:0`) }, 400, 'requests is missing or invalid'],
  ['a path as request', { requests: ['../0'] }, 400, 'requests[0] is missing or invalid'],
  ['expected: false', { expected: false }, 400, 'expected is missing or invalid'],
  ['force as text', { expected: true, force: 'yes' }, 400, 'force is missing or invalid'],
  ['a long note', { expected: true, note: 'x'.repeat(2001) }, 400, 'note is missing or invalid'],
  ['a fraction of a position', { expected: true, after: 1.5 }, 400, 'after is missing or invalid'],
  ['an unknown run', { requests: Array(500).fill(`${PLAN}:0`) }, 404, 'there is no such run'],
])('accepting %s answers', async ([, body, status, errorMessage]) => {
  stage = loginStage();
  for (const path of [ACCEPT, `${ACCEPT}/preview`]) {
    const answer = await stage.call('POST', path, body, stage.asAdmin);
    expect([answer.status, answer.body.errorMessage?.replace('requests.0', 'requests[0]')]).toEqual([
      status,
      errorMessage,
    ]);
  }
});

describe('outsiders', () => {
  const CHANGES = [
    ['POST', ACCEPT],
    ['POST', `${ACCEPT}/preview`],
    ['DELETE', `${ACCEPT}?at=2026-11-20T10:00:00.000Z`],
    ['POST', RESTORE],
  ] as const;

  test('neither accept nor restore without a credential, as a guest, or with the scopes read, record and agent', async () => {
    stage = loginStage();
    const guest = (await stage.call('POST', '/api/login/loginAsGuest')).body.body.accessToken;
    const key = await stage.keyOf('default', 'read', 'record', 'agent');
    for (const [method, path] of CHANGES) {
      const body = method === 'POST' ? { expected: true } : undefined;
      expect((await stage.call(method, path, body)).status, path).toBe(401);
      expect((await stage.call(method, path, body, { 'access-token': guest })).status, path).toBe(403);
      expect((await stage.call(method, path, body, { 'x-api-key': key })).status, path).toBe(403);
    }
  });

  test('of another tenant find neither the run nor the recording', async () => {
    stage = loginStage();
    const key = await stage.keyOf('acme', 'read', 'write');
    for (const [method, path] of [...CHANGES, ['GET', ACCEPT], ['GET', RESTORE.replace('/1/restore', '')]] as const) {
      const body = method === 'POST' ? { expected: true } : undefined;
      const answer = await stage.call(method, path, body, { 'x-api-key': key });
      expect([answer.status, answer.body.errorCode], path).toEqual([404, 'NOT_FOUND']);
    }
  });
});

test.for([
  ['0', 400],
  ['-1', 400],
  ['1.5', 400],
  ['latest', 400],
  ['1', 404],
] as const)('restoring version %s of an unknown recording answers %s', async ([n, status]) => {
  stage = loginStage();
  const answer = await stage.call('POST', RESTORE.replace('/1/', `/${n}/`), undefined, stage.asAdmin);
  expect(answer.status).toBe(status);
});
