import { expect, test } from 'vitest';
import { json, recordedGet } from '../../support/fakes/recorded-target.ts';
import { call, completed } from '../../support/running-service.ts';
import { serviceAndTarget } from '../../support/stages/service-and-target.ts';

const ITEMS = [1, 2, 3, 4, 5, 6, 7, 8].map((id) => ({ id, name: `product ${id}` }));
const rotated = (by: number) => [...ITEMS.slice(by), ...ITEMS.slice(0, by)];
const HOUR = 3_600_000;
const session = (at: number, seconds: number) => ({
  expiresAt: new Date(at + HOUR).toISOString(),
  idleUntil: new Date(at + 1000 * seconds).toISOString(),
});

let answers = 0;
/** The new build: a random order, an order of its own, and a shorter time until a session is idle. */
const stage = serviceAndTarget(
  ({ url }, response) => {
    if (url === '/sessions') json(response, session(Date.now(), 1800));
    else json(response, { random: rotated(1 + (answers++ % 7)), sorted: rotated(1) });
  },
  { SVC_NOISE_REDUCTION: 'rules', SVC_SETTLE_SECONDS: '1' },
);

const get = async (path: string) => (await call(stage.service.url, 'GET', path)).body;
const shown = (entries: { kind: string; subjects: string[] }[]) =>
  entries.map(({ kind, subjects }) => `${kind} ${subjects}`).toSorted();

test('a random order and a later time are for review, and a stable order and another distance need action', async () => {
  const { service, target } = stage;
  const at = Date.now() - 60_000;
  const recorded = (seconds: number) => ({ recordedAt: new Date(at - 1000 * seconds).toISOString() });
  const cases = [
    recordedGet('own', '/products', { random: ITEMS, sorted: ITEMS }, recorded(2)),
    recordedGet('own', '/products?page=2', { random: ITEMS, sorted: ITEMS }, recorded(1)),
    recordedGet('own', '/sessions', session(at, 3000), {
      ...recorded(0),
      request: { method: 'POST', path: '/sessions', headers: [['content-type', 'application/json']], body: '{}' },
    }),
  ];
  expect((await call(service.url, 'POST', '/api/recorder/cases', cases)).body.accepted).toBe(3);
  const trigger = { appId: 'own', targetEnv: target.url };
  const { planId } = (await call(service.url, 'POST', '/openapi/v1/replay-triggers', trigger)).body;
  const { findings } = await completed(service.url, planId);
  expect(shown(findings.needsAction)).toEqual(['ARRAY_ORDER sorted', 'FIELD_VALUE idleUntil']);
  const { items } = await get(`/api/replays/${planId}/noise`);
  expect(items.map(({ path }: { path: string }) => path).toSorted()).toEqual(['expiresAt', 'random']);
  const order = items.find(({ path }: { path: string }) => path === 'random');
  expect(order).toMatchObject({ ruleKind: 'ignore-order', reason: 'DIFFERS_BETWEEN_REPLAYS' });
  expect(items.find(({ path }: { path: string }) => path === 'expiresAt')).toMatchObject({
    ruleKind: 'ignore',
    reason: 'RELATIVE_TIME',
    evidence: { requests: 1, sentAgain: 0 },
  });

  const mark = (action: string) => call(service.url, 'POST', `/api/replays/${planId}/noise/${order.id}/${action}`);
  expect((await mark('apply')).body).toMatchObject({ status: 'APPLIED' });
  const rules = (await get('/api/apps/own/compare-rules')).items;
  expect(rules).toContainEqual(
    expect.objectContaining({ ruleId: order.id, kind: 'ignore-order', path: '$.random', origin: 'noise-reduction' }),
  );
  const differences = async () => (await get(`/api/replays/${planId}/cases/${planId}:0`)).differences;
  const ofRandom = async () => (await differences()).find(({ subject }: { subject: string }) => subject === 'random');
  expect(await ofRandom()).toMatchObject({ kind: 'ARRAY_ORDER', rule: order.id });
  expect((await completed(service.url, planId)).findings.excludedFieldCount).toBe(1);
  expect((await mark('revert')).body).toMatchObject({ status: 'REVERTED' });
  const reverted = (await completed(service.url, planId)).findings;
  expect(shown(reverted.needsAction)).toEqual(['ARRAY_ORDER random,sorted', 'FIELD_VALUE idleUntil']);
});
