import { afterAll, expect, test } from 'vitest';
import { replay } from '../../cli/run-replay.ts';
import { json, recordedGet } from '../../support/fakes/recorded-target.ts';
import { ADMIN_KEY, call, completed } from '../../support/running-service.ts';
import { serviceAndTarget } from '../../support/stages/service-and-target.ts';

let build: (id: number) => { status?: number; total: number } = (id) => ({ total: id });
const stage = serviceAndTarget(({ url }, response) => {
  const { status, ...body } = build(Number(url.split('/').at(-1)));
  json(response, body, status);
});
const run = (...args: string[]) => replay(args, { SVC_URL: stage.service.url, SVC_TOKEN: ADMIN_KEY, HOME: '/nowhere' });
const parsed = async (...args: string[]) => {
  const { code, stdout, stderr } = await run(...args, '--json');
  return { code, body: JSON.parse(stdout === '' ? '{}' : stdout), stderr };
};

async function replayed(): Promise<string> {
  const { body } = await call(stage.service.url, 'POST', '/openapi/v1/replay-triggers', {
    appId: 'shop',
    targetEnv: stage.target.url,
  });
  await completed(stage.service.url, body.planId);
  return body.planId;
}
afterAll(() => {
  build = (id) => ({ total: id });
});

test('replay accept previews, accepts and undoes', async () => {
  const cases = [1, 2, 3].map((id) => ({
    ...recordedGet('shop', `/orders/${id}`, { total: id }, { operation: '/orders/{id}' }),
    caseId: `order-${id}`,
  }));
  await call(stage.service.url, 'POST', '/api/recorder/cases', cases);
  build = (id) => (id === 3 ? { status: 500, total: 0 } : { total: 10 * id });
  const planId = await replayed();

  const preview = await run('accept', planId, '--finding', 'FIELD_VALUE:total', '--dry-run');
  expect([preview.code, preview.stderr]).toEqual([0, '']);
  expect(preview.stdout).toMatch(/GET \/orders\/\{id\} +FIELD_VALUE +total +1 +10 +2/);
  expect(preview.stdout).toContain('recordings: 2; ids and tokens written as recorded: 0');
  expect(preview.stdout).toContain('nothing was saved');
  expect((await parsed('accept', planId, '--expected', '--dry-run')).body.accepts).toBe(0);

  await call(stage.service.url, 'POST', '/api/apps/shop/expectations', {
    planId,
    finding: { kind: 'FIELD_VALUE', subject: 'total' },
    change: 'any',
  });
  expect((await parsed('accept', planId, '--endpoint', '/others', '--dry-run')).body.accepts).toBe(0);
  expect((await parsed('accept', planId, '--endpoint', '/orders/{id}', '--dry-run')).body.accepts).toBe(2);
  const accepted = await run('accept', planId, '--expected', '--note', 'new prices');
  expect(accepted.stdout).toContain('recordings with a new version: 2');
  const undo = /undo: {2}replay (accept \S+ --undo \S+)/.exec(accepted.stdout)?.[1] ?? '';
  const read = await call(stage.service.url, 'GET', '/api/recorder/cases/order-2');
  expect([read.body.response.body, read.body.accepted.note]).toEqual(['{"total":20}', 'new prices']);

  const undone = await run(...undo.split(' '));
  expect(undone.stdout).toBe('recordings with the version before: 2\n');
  expect((await call(stage.service.url, 'GET', '/api/recorder/cases/order-2')).body.response.body).toBe('{"total":2}');

  const refused = await run('accept', planId, '--request', `${planId}:2`);
  expect(refused.stdout).toContain('server errors are accepted only if you say so');
  const forced = await parsed('accept', planId, '--request', `${planId}:2`, '--force');
  expect(forced.body).toMatchObject({ accepted: [{ caseId: 'order-3', version: 2 }], undo: [expect.any(String)] });
});

test.each<[string, ...string[]]>([
  ['nothing'],
  ['two choices', '--expected', '--request', 'a:1'],
  ['an endpoint of a request', '--endpoint', '/a', '--request', 'a:1'],
  ['a finding without kind', '--finding', 'total'],
  ['an undo with a choice', '--undo', '2026-11-20T10:00:00.000Z', '--expected'],
  ['an undo as dry run', '--undo', '2026-11-20T10:00:00.000Z', '--dry-run'],
])('replay accept refuses %s as wrong use', async (_, ...options) => {
  expect((await run('accept', '6740a1b2c3d4e5f601234567', ...options)).code).toBe(64);
});

test('replay accept names an unknown run and an unknown finding', async () => {
  expect(await parsed('accept', '6740a1b2c3d4e5f601234567', '--expected')).toMatchObject({
    code: 2,
    body: { errorCode: 'NOT_FOUND' },
  });
  const planId = await replayed();
  expect(await parsed('accept', planId, '--finding', 'FIELD_VALUE:none')).toMatchObject({
    code: 2,
    body: { errorCode: 'NO_SUCH_FINDING' },
  });
  expect(await parsed('accept', planId, '--finding', 'NOTHING:total')).toMatchObject({
    code: 2,
    body: { errorCode: 'INVALID_ACCEPT' },
  });
});
