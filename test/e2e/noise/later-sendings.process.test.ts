import { beforeAll, describe, expect, test } from 'vitest';
import { json } from '../../support/fakes/recorded-target.ts';
import { PATIENCE } from '../../support/patience.ts';
import { ADMIN_KEY, call, completed } from '../../support/running-service.ts';
import { serviceAndTarget } from '../../support/stages/service-and-target.ts';
import { randomUUID } from '../../support/test-random.ts';

/** Tokens that are logged in. */
const tokens = new Set<string>();
let orders = 0;
let isNextBuild = false;
const WORDS = ['amber', 'blue', 'cyan', 'dust', 'ebony', 'fawn', 'gold', 'hazel'];

/** A lamp changes its color every five seconds; the price is what the next build gets wrong. */
const view = () => ({
  color: WORDS[Math.floor(Date.now() / 5000) % WORDS.length],
  orders,
  price: isNextBuild ? 12 : 10,
});

/** A job in the background adds `lifecycle` some time after a flag was made; the next build has lost its `kind`. */
let madeAt = 0;
const flag = () => ({
  name: 'new-cart',
  ...(!isNextBuild && { kind: 'release' }),
  ...(Date.now() - madeAt > JOB_MS && { lifecycle: lifecycle() }),
});
const lifecycle = () => ({ stage: 'initial', enteredAt: new Date().toISOString() });
const JOB_MS = 600;

const stage = serviceAndTarget(
  ({ method, url, headers }, response) => {
    const token = (headers.authorization ?? '').replace('Bearer ', '');
    if (url === '/login') {
      const issued = `token-${randomUUID()}`;
      tokens.add(issued);
      return json(response, { accessToken: issued });
    }
    if (url === '/flags') madeAt = Date.now();
    if (url?.startsWith('/flag')) return json(response, method === 'POST' ? {} : flag());
    if (url === '/calm') return json(response, { calm: true });
    if (url !== '/lamp' && !tokens.has(token)) return json(response, { error: 'log in first' }, 401);
    if (url === '/logout') tokens.delete(token);
    if (method === 'POST' && url === '/orders') orders++;
    if (url === '/tick') return json(response, { tick: WORDS[Math.floor(Date.now() / 1000) % WORDS.length] });
    json(response, method === 'POST' ? {} : view());
  },
  { SVC_NOISE_REDUCTION: 'rules', SVC_SETTLE_SECONDS: '3600' },
);

/** Sends requests to the target as it is, and records them as those of an application. */
async function record(appId: string, requests: [method: string, path: string][]) {
  const begin = Date.now() - 600_000;
  const cases = [];
  let token = '';
  for (const [index, [method, path]] of requests.entries()) {
    const headers: [string, string][] = token === '' ? [] : [['authorization', `Bearer ${token}`]];
    const answer = await fetch(`${stage.target.url}${path}`, { method, headers });
    let body = await answer.text();
    if (path === '/login') token = JSON.parse(body).accessToken;
    // The recording has another color than any replay.
    else body = body.replace(/"(color|tick)":"\w+"/, '"$1":"white"');
    if (path === '/flag') body = JSON.stringify({ ...JSON.parse(body), lifecycle: lifecycle() });
    const response = { status: answer.status, headers: [['content-type', 'application/json']], body };
    const request = { method, path, headers, body: null };
    cases.push({ appId, recordedAt: new Date(begin + index * 1000).toISOString(), durationMs: 5, request, response });
  }
  await call(stage.service.url, 'POST', '/api/recorder/cases', cases);
}

async function replayed(appId: string) {
  const { url } = stage.service;
  const before = stage.target.seen.length;
  orders = 0;
  const { body } = await call(url, 'POST', '/openapi/v1/replay-triggers', { appId, targetEnv: stage.target.url });
  const run = await completed(url, body.planId);
  const { items, secondAnswers } = (await call(url, 'GET', `/api/replays/${body.planId}/noise`)).body;
  // The run itself says the same, beside the headers that are compared.
  expect((await call(url, 'GET', `/api/replays/${body.planId}`)).body).toMatchObject({
    secondAnswers,
    headers: { compared: expect.arrayContaining(['content-type', 'location']), ignored: [] },
  });
  const seen = stage.target.seen.slice(before).map((one) => `${one.method} ${one.url}`);
  return {
    planId: body.planId,
    needsAction: run.findings.needsAction.flatMap(({ subjects }: { subjects: string[] }) => subjects),
    suggested: items.map(({ path }: { path: string }) => path),
    secondAnswers,
    times: (one: string) => seen.filter((sent) => sent === one).length,
  };
}
const page = async (path: string) =>
  (await fetch(stage.service.url + path, { headers: { 'x-api-key': ADMIN_KEY } })).text();

beforeAll(async () => {
  await record('reads', [
    ['GET', '/lamp'],
    ['GET', '/lamp'],
    ['GET', '/calm'],
  ]);
  await record('calm', [
    ['GET', '/calm'],
    ['GET', '/calm'],
  ]);
  const visit: [string, string][] = [
    ['POST', '/login'],
    ['GET', '/state'],
    ['POST', '/orders'],
    ['GET', '/state'],
  ];
  orders = 0;
  await record('writes', visit);
  orders = 0;
  await record('leaves', [...visit, ['POST', '/logout']]);
  await record('ticks', [
    ['POST', '/login'],
    ['GET', '/tick'],
    ['POST', '/orders'],
    ['POST', '/logout'],
  ]);
  await record('flags', [
    ['POST', '/flags'],
    ['GET', '/flag'],
    ['POST', '/flags/again'],
  ]);
  isNextBuild = true;
});

describe('the later sending of failing requests, 2 and 7 seconds after the run (interface 3.1)', () => {
  test('is omitted in a run without failures, which does not wait', async () => {
    const { secondAnswers, times } = await replayed('calm');
    expect(times('GET /calm')).toBe(2);
    expect(secondAnswers).toMatchObject({ answered: 0, without: [], sent: 0 });
    expect(secondAnswers.tookMs).toBeLessThan(6900);
  });

  test('puts a read that changes every five seconds up for review, but not a changed price', async () => {
    const run = await replayed('reads');
    expect([run.needsAction, run.suggested]).toEqual([['price'], ['color']]);
    expect(run.times('GET /calm')).toBe(1);
    // Two requests, each sent at most three further times.
    expect(run.times('GET /lamp')).toBe(2 * 4);
    expect(run.secondAnswers).toMatchObject({ answered: 2, sent: 2, later: { answered: 2, without: [], sent: 4 } });
    expect(run.secondAnswers.tookMs).toBeGreaterThan(6900);
    expect(run.secondAnswers.tookMs).toBeLessThan(60_000);
    expect(await page(`/report/${run.planId}?tab=details`)).toContain('Noise reduction sent 6 further requests');
    expect(await page(`/report/${run.planId}/cases/0`)).toContain('Sent again some seconds later too.');
  });

  test('does not reach a target that was removed in the meantime', async () => {
    const path = '/api/apps/reads/targets';
    const { url } = stage.service;
    await call(url, 'POST', path, { address: stage.target.url });
    const run = replayed('reads');
    const before = stage.target.seen.length;
    const sent = () => stage.target.seen.slice(before).filter((one) => one.url === '/lamp').length;
    // The run, what it sends again at once, and two seconds later.
    await expect.poll(sent, PATIENCE).toBe(2 * 3);
    await call(url, 'DELETE', `${path}?address=${stage.target.url}`);
    const { times } = await run;
    expect(times('GET /lamp')).toBe(2 * 3);
  });

  test('takes no change by an order for noise, and places no order again', async () => {
    const run = await replayed('writes');
    expect([run.needsAction, run.suggested]).toEqual([['price'], ['color']]);
    expect([run.times('POST /login'), run.times('POST /orders')]).toEqual([1, 1]);
    expect(run.times('GET /state')).toBe(2 * 4);
  });

  test('happens once per endpoint before a logout, and an answer after it proves nothing', async () => {
    const run = await replayed('leaves');
    expect([run.times('POST /login'), run.times('POST /orders'), run.times('POST /logout')]).toEqual([1, 1, 1]);
    // Each at once; then one 1.2 seconds later, in which the price is the same, and one after the logout.
    expect(run.times('GET /state')).toBe(2 * 3);
    const without = [{ why: 'OTHER_STATUS', requests: 1 }];
    expect(run.secondAnswers.later).toMatchObject({ answered: 1, without, sent: 2 });
    expect(run.needsAction).toContain('price');
    expect(await page(`/report/${run.planId}/cases/3`)).toContain('answered with a different status');
  });

  test('finds what changes each second before the logout of a session', async () => {
    const run = await replayed('ticks');
    expect([run.needsAction, run.suggested]).toEqual([[], ['tick']]);
    expect([run.times('POST /login'), run.times('POST /orders'), run.times('POST /logout')]).toEqual([1, 1, 1]);
    expect(run.times('GET /tick')).toBeLessThanOrEqual(3);
  });

  test('puts a field that a job adds after a write up for review, but not one that the build has lost', async () => {
    const run = await replayed('flags');
    expect([run.needsAction, run.suggested]).toEqual([['kind'], ['lifecycle']]);
    expect(run.times('GET /flag')).toBe(2);
    expect([run.times('POST /flags'), run.times('POST /flags/again')]).toEqual([1, 1]);
  });
});
