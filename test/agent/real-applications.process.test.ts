import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { freePort } from '../support/free-port.ts';
import { hasNoRedis, startRedisServer } from '../support/real-servers/redis.ts';
import { type RunningService, startProcess, temporaryDataDir } from '../support/running-service.ts';
import { startDownstreams } from './support/downstreams.ts';
import { nestStarter } from './support/nest-starter.ts';
import { type LoopApp, type LoopRequest, recordApplication, replayApplication } from './support/whole-loop.ts';

const JSON_TYPE = { 'content-type': 'application/json' };
const graphql = (query: string): LoopRequest => ({
  method: 'POST',
  path: '/graphql',
  headers: JSON_TYPE,
  body: JSON.stringify({ query }),
});

/** Requests of PostGraphile's and bull-board's own user interfaces. */
const BOARDS: readonly LoopRequest[] = [
  graphql('{ allOrders { nodes { id total at data tags } totalCount } }'),
  graphql('mutation { createOrder(input: {order: {total: "9.5"}}) { order { id total } } }'),
  graphql('{ orderById(id: 1) { total } nope }'),
  { path: '/queues' },
  { path: '/queues/api/queues' },
  { path: '/queues/api/redis/stats' },
  {
    method: 'POST',
    path: '/queues/api/queues/mails/add',
    headers: JSON_TYPE,
    body: JSON.stringify({ name: 'welcome', data: { to: 7 }, options: {} }),
  },
  { path: '/queues/api/queues?activeQueue=mails&page=1&jobsPerPage=10' },
];

interface RealApplication extends LoopApp {
  what: string;
  requests: readonly LoopRequest[];
  statuses: number[];
  /** Recorded calls at least. */
  calls: { database: number; cache: number };
}

const onBoards = {
  requests: BOARDS,
  statuses: [200, 200, 400, 200, 200, 200, 200, 200],
  calls: { database: 3, cache: 10 },
};

const APPLICATIONS: readonly RealApplication[] = [
  {
    what: 'PostGraphile and bull-board on Express (pg, ioredis)',
    appId: 'express',
    app: 'express-boards.cjs',
    ...onBoards,
  },
  {
    what: 'the starter of Nest',
    appId: 'nest',
    app: await nestStarter(),
    requests: [{ path: '/' }, { path: '/nothing' }],
    statuses: [200, 404],
    calls: { database: 0, cache: 0 },
  },
  {
    what: 'PostGraphile and bull-board on Fastify (pg, ioredis)',
    appId: 'fastify',
    app: 'fastify-boards.mjs',
    ...onBoards,
  },
];

/** `PROOF=full npx vitest run test/agent` runs all of them. */
const selected = process.env.PROOF === 'full' ? APPLICATIONS : APPLICATIONS.slice(0, 2);

describe.skipIf(hasNoRedis())('a published application that is replayed with its databases stopped', () => {
  let service: RunningService;
  let env: Record<string, string>;
  const cleanUps: (() => unknown)[] = [];

  beforeAll(async () => {
    const { dataDir, remove } = temporaryDataDir();
    cleanUps.push(remove);
    // As it is shipped: what differs between two replays is noise.
    service = await startProcess({ dataDir, port: await freePort(), env: { SVC_NOISE_REDUCTION: 'rules' } });
    cleanUps.push(() => service.kill());
    const downstreams = await startDownstreams();
    const redis = await startRedisServer();
    env = {
      ...downstreams.env,
      REDIS_URL: `redis://127.0.0.1:${redis.port}`,
      REPLAY_TARGETS: '',
      REPLAY_MAX_BODY_KIB: '4096',
    };
    for (const { requests, statuses, calls: least, ...app } of selected) {
      const { statuses: answered, calls } = await recordApplication(service.url, { ...app, env }, requests);
      expect(answered).toEqual(statuses);
      expect(calls.database ?? 0).toBeGreaterThanOrEqual(least.database);
      expect(calls.cache ?? 0).toBeGreaterThanOrEqual(least.cache);
    }
    await downstreams.stop();
    await redis.stop();
  });
  afterAll(async () => {
    for (const cleanUp of cleanUps.reverse()) await cleanUp();
  });

  test.each(selected)('needs no action: $what', async ({ statuses, ...app }) => {
    const replayed = await replayApplication(service.url, { ...app, env });
    expect(replayed.needsAction).toEqual([]);
    expect(replayed.statuses.map((status) => status.replayed).sort()).toEqual([...statuses].sort());
    expect(replayed.output.split('\n').filter((line) => line.startsWith('replay agent'))).toEqual([]);
  });
});
