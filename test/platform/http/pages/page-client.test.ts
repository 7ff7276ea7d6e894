import { afterEach, expect, test } from 'vitest';
import type { Caller } from '../../../../functions/platform/http/api.ts';
import type { NoteRefused } from '../../../../functions/platform/http/application.ts';
import { pageClient } from '../../../../functions/platform/http/pages/page-client.ts';
import { requestLimits } from '../../../../functions/platform/http/request-limits.ts';
import { runRate } from '../../../../functions/platform/run-rate.ts';
import { type LoginStage, loginStage } from '../../../support/stages/login-stage.ts';

let stage: LoginStage;
afterEach(() => stage.close());

const MEMBER: Caller = { tenant: 'acme', name: 'ben@shop.test', scopes: ['read', 'write'] };
const RECORDER: Caller = { ...MEMBER, scopes: ['record'] };

/** What a page's call of an endpoint by a member gets, and what it hands to the audit log. */
async function asked(method: 'GET' | 'POST', path: string, body?: unknown) {
  stage = loginStage();
  const noted: unknown[] = [];
  const noteRefused: NoteRefused = async ({ tenant, name }, { audits, scope }, params) => {
    noted.push([tenant, name, audits, scope, params]);
  };
  const client = pageClient(stage.host.routes, stage.world, { noteRefused });
  const ask = client(MEMBER, { source: null, isLocal: false });
  const { status } = await ask(method, path, { params: { appId: 'shop' }, body });
  return { status, noted };
}

test('notes a refused call of a page, with its caller, its action and the ids of its path', async () => {
  expect(await asked('POST', '/api/apps/{appId}/targets', { address: 'https://canary.example' })).toEqual({
    status: 403,
    noted: [['acme', 'ben@shop.test', 'target.allowed', 'admin', { appId: 'shop' }]],
  });
});

test('notes no call that its caller may make', async () => {
  expect(await asked('GET', '/api/apps/{appId}/targets')).toEqual({ status: 200, noted: [] });
});

// Runs that forms start did not count towards SVC_TRIGGERS_PER_SECOND.
test('counts runs that pages start towards the rate of their tenant, and refuses them beyond it', async () => {
  stage = loginStage();
  const config = { quotas: { triggersPerSecond: 1, storedBytesPerDay: 0, testSendsPerMinute: 0 } };
  const runs = runRate({ elapsed: stage.world.now }, config);
  const limits = requestLimits({ world: stage.world, config, runs });
  const ask = pageClient(stage.host.routes, stage.world, { limits })(MEMBER, { source: null, isLocal: false });
  const statusOf = async (path: string) => (await ask('POST', path, { params: { planId: 'none' }, body: {} })).status;
  const rerun = '/api/replays/{planId}/rerun';
  expect([await statusOf(rerun), await statusOf(rerun), await statusOf(rerun)]).toEqual([404, 404, 429]);
  expect(await statusOf('/api/replays/{planId}/stop')).toBe(404);
  expect(runs.take('other')).toBe(0);
});

// Files that forms import did not count towards SVC_STORED_MIB_PER_DAY.
test('counts what pages store towards the bytes of the day, and refuses a file beyond them', async () => {
  stage = loginStage();
  const file = Buffer.from(
    '1 a 1700000000000000000\nGET /old HTTP/1.1\r\n\r\n\n🐵🙈🙉\n2 a 1700000000004000000 0\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok\n🐵🙈🙉\n',
  );
  const quotas = { triggersPerSecond: 1, storedBytesPerDay: file.byteLength * 2, testSendsPerMinute: 0 };
  const config = { quotas };
  const runs = runRate({ elapsed: stage.world.now }, config);
  const limits = requestLimits({ world: stage.world, config, runs });
  const ask = pageClient(stage.host.routes, stage.world, { limits })(RECORDER, { source: null, isLocal: false });
  const imported = async () =>
    (await ask('POST', '/api/recorder/imports', { query: { appId: 'shop', format: 'goreplay' }, bytes: file })).status;
  expect([await imported(), await imported(), await imported()]).toEqual([200, 200, 429]);
});
