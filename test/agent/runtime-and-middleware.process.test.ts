import { join } from 'node:path';
import jwt from 'jsonwebtoken';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type AgentProcess, startWithAgent } from './support/agent-process.ts';
import { builtAgent } from './support/built-agent.ts';
import { type FakeService, fakeService, type SentCase } from './support/fake-service.ts';
import { type FakeTarget, fakeTarget } from './support/fake-target.ts';
import { type TinyRedis, tinyRedis } from './support/tiny-redis.ts';

const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

const RECORDED_AT = '2026-01-02T03:04:05.000Z';

/** A case of an application that only its time and its calls matter of. */
const caseAt = (calls: SentCase['calls'] = []) =>
  ({ caseId: 'case-1', recordedAt: RECORDED_AT, calls }) as unknown as SentCase;

async function replaying(env: Record<string, string>, mode: 'both' | 'replay' = 'both') {
  const service: FakeService = await fakeService();
  cleanUps.push(() => service.close());
  const app: AgentProcess = await startWithAgent({ app: 'tokens.mjs', service: service.url, mode, env });
  cleanUps.push(() => app.stop());
  const ask = async (path: string, recorded: SentCase | null, headers: Record<string, string> = {}) => {
    const replay = recorded && { 'x-replay-id': service.begin(recorded), 'x-replay-mock': 'on' };
    return JSON.parse((await app.get(path, { ...headers, ...replay })).text);
  };
  return { service, ask };
}

describe('expired tokens', () => {
  test('are valid in the replay of their recording only', async () => {
    const { ask } = await replaying({ REPLAY_CLOCK: 'recorded' }, 'replay');
    const issuedAt = Date.parse(RECORDED_AT) / 1000;
    const token = jwt.sign({ iat: issuedAt, exp: issuedAt + 60 }, 'a secret of at least thirty-two bytes');
    const expired = jwt.sign({ iat: issuedAt - 60, exp: issuedAt - 1 }, 'a secret of at least thirty-two bytes');
    expect(await ask('/verify', caseAt(), { 'x-token': token })).toEqual(['valid', 'valid', 'valid']);
    const refused = ['ERR_JWT_EXPIRED', 'TokenExpiredError', 'TokenExpiredError'];
    expect(await ask('/verify', caseAt(), { 'x-token': expired })).toEqual(refused);
    expect(await ask('/verify', null, { 'x-token': token })).toEqual(refused);
  });
});

describe('clock and randomness', () => {
  test('are the real ones by default', async () => {
    const { ask } = await replaying({});
    const { time } = await ask('/', caseAt());
    expect(time[0]).toBeGreaterThan(Date.parse(RECORDED_AT) + 86_400_000);
  });

  test('start at the recording and are seeded by the case, if the settings ask for it', async () => {
    const { ask } = await replaying({ REPLAY_CLOCK: 'recorded', REPLAY_RANDOM: 'seeded' }, 'replay');
    const [one, same] = [await ask('/', caseAt()), await ask('/', caseAt())];
    for (const time of one.time) {
      expect(time).toBeGreaterThanOrEqual(Date.parse(RECORDED_AT));
      expect(time).toBeLessThan(Date.parse(RECORDED_AT) + 60_000);
    }
    expect(one.isDate).toBe(true);
    expect(same.chance).toEqual(one.chance);
    expect(new Set(one.chance).size).toBe(4);
    expect(one.chance[2]).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    const live = await ask('/', null);
    expect(live.time[0]).toBeGreaterThan(Date.parse(RECORDED_AT) + 86_400_000);
    expect(live.chance).not.toEqual(one.chance);
  });

  test('are recorded and repeated if the settings ask for it', async () => {
    const { service, ask } = await replaying({ REPLAY_RANDOM: 'recorded' });
    const recorded = await ask('/', null);
    await service.hasCases(1);
    const [only] = service.cases;
    expect(only?.calls.map(({ kind, target, operation }) => [kind, target, operation])).toEqual([
      ['other', 'runtime', 'random'],
      ['other', 'runtime', 'random'],
    ]);
    expect((await ask('/', only ?? null)).chance).toEqual(recorded.chance);
  });
});

describe('a middleware instead of node --import', () => {
  let cache: TinyRedis;
  let target: FakeTarget;
  beforeAll(async () => {
    cache = await tinyRedis();
    target = await fakeTarget();
  });
  afterAll(async () => {
    await cache.close();
    await target.close();
  });

  test.for<[entry: string]>([['express.cjs'], ['fastify.cjs']])('records and replays with %s', async ([entry]) => {
    const service = await fakeService();
    cleanUps.push(() => service.close());
    const app = await startWithAgent({
      app: 'middleware.cjs',
      service: null,
      env: {
        AGENT_ENTRY: join(await builtAgent(), entry),
        REDIS_URL: `redis://127.0.0.1:${cache.port}`,
        INVENTORY_URL: target.url,
        SVC_URL: service.url,
        REPLAY_APP: 'shop',
        REPLAY_MODE: 'both',
      },
    });
    cleanUps.push(() => app.stop());
    const { text } = await app.get('/');
    await service.hasCases(1);
    const [recorded] = service.cases;
    expect(recorded?.calls.map(({ kind }) => kind)).toEqual(['cache', 'http']);
    const before = target.received();
    const replayed = await app.get('/', { 'x-replay-id': service.begin(recorded as SentCase), 'x-replay-mock': 'on' });
    expect(replayed.text).toBe(text);
    expect(target.received()).toBe(before);
    expect(service.cases).toHaveLength(1);
  });
});
