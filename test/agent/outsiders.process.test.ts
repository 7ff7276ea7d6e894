import jwt from 'jsonwebtoken';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type ReplayKey,
  replaySignature,
  type SignedFacts,
  signingKeyOf,
} from '../../functions/mocks/domain/replay-key.ts';
import { type AgentProcess, startWithAgent } from './support/agent-process.ts';
import { type FakeService, fakeService, type SentCase } from './support/fake-service.ts';
import { type FakeTarget, fakeTarget } from './support/fake-target.ts';
import { TEST_REPLAY_KEY } from './support/replay-headers.ts';

const RECORDED_AT = '2026-01-02T03:04:05.000Z';
const MINUTE = 60_000;
const DEAD_ID = 'd'.repeat(24);
const SECRET = 'a secret of at least thirty-two bytes';

/** A recorded case without calls: only what an agent shifts in its replay shows. */
const CASE = { caseId: 'case-1', recordedAt: RECORDED_AT, calls: [] } as unknown as SentCase;
/** Expired long ago, and valid when the case was recorded. */
const TOKEN = jwt.sign({ iat: Date.parse(RECORDED_AT) / 1000, exp: Date.parse(RECORDED_AT) / 1000 + 60 }, SECRET);
const EXPIRED = ['ERR_JWT_EXPIRED', 'TokenExpiredError', 'TokenExpiredError'];

type Claim = Partial<SignedFacts> & { key?: ReplayKey };

/** What a client sends as its proof; null: no signature. */
const CLAIMS: [name: string, claim: () => Claim | null, sendsTwice?: true][] = [
  ['no signature', () => null],
  ['a signature of another key', () => ({ key: { keyId: '1', key: Buffer.alloc(32, 8).toString('base64url') } })],
  ['a signature that names an unknown key', () => ({ key: { ...TEST_REPLAY_KEY, keyId: '9' } })],
  ['a signature of another method', () => ({ method: 'POST' })],
  ['a signature of another path', () => ({ path: '/other' })],
  ['a signature of another query', () => ({ path: '/verify?a=1' })],
  ['a signature of another replay', () => ({ replayId: 'e'.repeat(24) })],
  ['a signature of the other mocking', () => ({ mock: 'off' })],
  ['a signature of six minutes ago', () => ({ time: Date.now() - 6 * MINUTE })],
  ['a signature of six minutes ahead', () => ({ time: Date.now() + 6 * MINUTE })],
  ['a signature that was used', () => ({}), true],
];

function headersOf(path: string, replayId: string, claim: Claim | null): Record<string, string> {
  const headers: Record<string, string> = { 'x-replay-id': replayId, 'x-replay-mock': 'on', 'x-token': TOKEN };
  if (claim === null) return headers;
  const { key = TEST_REPLAY_KEY, ...changed } = claim;
  const facts = { replayId, method: 'GET', path, time: Date.now(), mock: 'on', ...changed };
  return { ...headers, 'x-replay-signature': replaySignature(facts, signingKeyOf(key)) };
}

const DAY = 24 * 60 * MINUTE;
const isShifted = (times: number[]): boolean => times.some((time) => time < Date.parse(RECORDED_AT) + DAY);

describe.each<['record' | 'both' | 'replay']>([['record'], ['both'], ['replay']])(
  'a request of an outsider at mode %s',
  (mode) => {
    let service: FakeService;
    let app: AgentProcess;

    beforeAll(async () => {
      service = await fakeService();
      const env = { REPLAY_CLOCK: 'recorded', REPLAY_RANDOM: 'seeded' };
      app = await startWithAgent({ app: 'tokens.mjs', service: service.url, mode, env });
    });
    afterAll(async () => {
      await app?.stop();
      await service?.close();
    });

    /** Not signed by `agent-process.ts`. */
    const ask = async (path: string, headers: Record<string, string>) =>
      JSON.parse(await (await fetch(`${app.url}${path}`, { headers })).text());

    test.for(
      CLAIMS.flatMap(([name, claim, sendsTwice = false]) =>
        ['live', 'dead'].map((id) => ({ name, id, claim, sendsTwice })),
      ),
    )('is served like that of any client, with $name and a $id replay id', async ({ id, claim, sendsTwice }) => {
      const before = service.cases.length;
      let ordinary = 0;
      const chances: unknown[] = [];
      for (const path of ['/verify', '/', '/']) {
        const replayId = id === 'live' ? service.begin(CASE) : DEAD_ID;
        const headers = headersOf(path, replayId, claim());
        if (sendsTwice) await ask(path, headers);
        const answer = await ask(path, headers);
        ordinary++;
        if (path === '/verify') expect(answer).toEqual(EXPIRED);
        else {
          expect(isShifted(answer.time)).toBe(false);
          chances.push(...answer.chance);
        }
      }
      expect(new Set(chances).size).toBe(chances.length);
      // The headers do not keep a request out of the recording either.
      if (mode !== 'replay') await service.hasCases(before + ordinary);
      else expect(service.cases).toEqual([]);
      expect(service.asked).toEqual([]);
    });

    test('is recorded despite the baggage of a replay', async () => {
      const before = service.cases.length;
      await ask('/', { baggage: 'eval.execution=true,replay.id=1' });
      if (mode !== 'replay') await service.hasCases(before + 1);
    });

    test('is part of a replay once, if the service signed it', async () => {
      const answers = await Promise.all(
        [service.begin(CASE), service.begin(CASE), DEAD_ID].map(async (replayId) => ({
          verified: await ask('/verify', headersOf('/verify', replayId, {})),
        })),
      );
      const believed = mode === 'replay' ? ['valid', 'valid', 'valid'] : EXPIRED;
      expect(answers.map(({ verified }) => verified)).toEqual([believed, believed, EXPIRED]);
    });

    test('makes the agent fetch unknown keys at most ten times', () => {
      expect(service.keysAsked()).toBeLessThanOrEqual(10);
    });
  },
);

describe.each<['both' | 'replay']>([['both'], ['replay']])('a call of a request at mode %s', (mode) => {
  let service: FakeService;
  let target: FakeTarget;
  let app: AgentProcess;
  /** The recording answers with a status that the target never has. */
  let recorded: SentCase;

  beforeAll(async () => {
    service = await fakeService();
    target = await fakeTarget();
    const env = { TARGET_URL: target.url };
    const recording = await startWithAgent({ app: 'plain.mjs', service: service.url, mode: 'record', env });
    await recording.get('/call');
    await service.hasCases(1);
    await recording.stop();
    const [only] = service.cases;
    if (only === undefined) throw new Error('nothing was recorded');
    recorded = {
      ...only,
      calls: only.calls.map((one) => ({ ...one, response: { ...(one.response as object), status: 299 } })),
    };
    app = await startWithAgent({ app: 'plain.mjs', service: service.url, mode, env });
  });
  afterAll(async () => {
    await app?.stop();
    await target?.close();
    await service?.close();
  });

  const ask = async (headers: Record<string, string>) => (await fetch(`${app.url}/call`, { headers })).text();

  test.for(CLAIMS)('reaches its target with %s', async ([, claim, sendsTwice]) => {
    const headers = headersOf('/call', service.begin(recorded), claim());
    if (sendsTwice) expect(await ask(headers)).toBe('299');
    expect(await ask(headers)).toBe('200');
  });

  test('is answered from the recording once, if the service signed the request', async () => {
    expect(await ask(headersOf('/call', service.begin(recorded), {}))).toBe('299');
    expect(await ask(headersOf('/call', DEAD_ID, {}))).toBe('200');
  });
});

describe('a service that hangs', () => {
  let service: FakeService;
  let target: FakeTarget;
  beforeAll(async () => {
    service = await fakeService();
    target = await fakeTarget();
  });
  afterAll(async () => {
    await service.close();
    await target.close();
  });

  test.for<[what: string, mode: 'both' | 'replay', hang: RegExp]>([
    ['hangs on its keys', 'both', /replay-keys$/],
    ['hangs on its keys', 'replay', /replay-keys$/],
    ['hangs on the replay', 'both', /\/replays\//],
    ['hangs on the replay', 'replay', /\/replays\//],
  ])(
    'makes an agent serve the request without the replay while it %s in mode %s',
    async ([, mode, hang], { onTestFinished }) => {
      service.hangOn(hang);
      const app = await startWithAgent({
        app: 'plain.mjs',
        service: service.url,
        mode,
        env: { TARGET_URL: target.url, REPLAY_WAIT_MS: '50' },
      });
      onTestFinished(() => app.stop());
      const asked = service.asked.length;
      const answer = await app.get('/call', { 'x-replay-id': service.begin(CASE) });
      // Of the real target; the recording has no call.
      expect(answer.text).toBe('200');
      if (mode === 'both') expect(service.asked).toHaveLength(asked);
      expect(service.reports).toEqual([]);
    },
  );
});

describe('an agent at its start', () => {
  test.for<[mode: 'record' | 'both', environment: string, lines: number]>([
    ['both', 'production', 1],
    ['both', 'test', 0],
    ['record', 'production', 0],
  ])(
    'warns as often as needed: mode %s with NODE_ENV=%s gives %s warnings',
    async ([mode, environment, lines], { onTestFinished }) => {
      const service = await fakeService();
      onTestFinished(() => service.close());
      const env = { NODE_ENV: environment };
      const app = await startWithAgent({ app: 'plain.mjs', service: service.url, mode, env });
      onTestFinished(() => app.stop());
      expect(app.output().match(/REPLAY_MODE=both/g) ?? []).toHaveLength(lines);
    },
  );
});
