import { Redis } from 'ioredis';
import { createClient } from 'redis';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startRedis } from '../../proxies/redis/start-redis.ts';
import { hasNoRedis, startRedisServer } from '../support/real-servers/redis.ts';
import type { RealServer } from '../support/real-servers/server-process.ts';
import { hasNoPython, runPython } from './clients/python.ts';
import { type DownstreamStage, downstreamStage } from './downstream-stage.ts';

const BYTES = Buffer.from([0, 255, 13, 10, 128]);

/** What an application sees of each outcome. */
const outcome = (ask: Promise<unknown>) =>
  ask.then(
    (reply) => reply,
    (fault: Error) => ({ error: fault.message }),
  );

/** Commands by `ioredis` (RESP2): pipelines, transactions, scripts, blocking, bytes, errors. */
async function byIoredis(port: number): Promise<unknown[]> {
  const client = new Redis({ host: '127.0.0.1', port, db: 2, connectionName: 'shop', enableAutoPipelining: false });
  const blocking = client.duplicate();
  const seen: unknown[] = [];
  const run = async (...[name, ...args]: [string, ...(string | number | Buffer)[]]) =>
    seen.push(await outcome(client.call(name, ...args)));
  await run('FLUSHDB');
  await run('SET', 'name', 'anvil', 'EX', 100);
  await run('GET', 'name');
  await run('GET', 'nothing');
  await run('SET', 'ok', 'OK');
  await run('GET', 'ok');
  await run('TYPE', 'name');
  await run('INCRBY', 'count', '9007199254740993');
  await run('INCRBYFLOAT', 'part', '1.5');
  await run('HSET', 'hash', 'a', '1', 'b', '2');
  await run('HGETALL', 'hash');
  await run('SADD', 'tags', 'red');
  await run('SMEMBERS', 'tags');
  await run('LPUSH', 'name', 'x');
  await run('ZADD', 'scores', '1.5', 'a');
  await run('ZRANGE', 'scores', '0', '-1', 'WITHSCORES');
  await run('EVAL', "return {1, 'two', {3}, false}", '0');
  await run('NOSUCHCOMMAND');
  await client.set('bytes', BYTES);
  seen.push(await client.getBuffer('bytes'));
  seen.push(await client.pipeline().get('name').lpush('name', 'x').get('nothing').exec());
  seen.push(await client.multi().set('in', '1').incr('in').lpush('in', 'x').exec());
  await client.multi({ pipeline: false });
  await run('INCR', 'in');
  seen.push(await outcome(client.discard()));
  seen.push(await outcome(client.multi().call('NOSUCHCOMMAND').exec()));
  await client.watch('in');
  await blocking.incr('in');
  seen.push(await client.multi().set('in', '7').exec());
  seen.push(await outcome(blocking.blpop('queue', 0.01)));
  const popped = blocking.blpop('queue', 10);
  await client.rpush('queue', 'job');
  seen.push(await popped);
  seen.push(await client.ping());
  client.disconnect();
  blocking.disconnect();
  return seen;
}

/** Commands by `redis` in RESP3: maps, sets, doubles, nulls. */
async function byRedis(port: number): Promise<unknown[]> {
  const client = createClient({ url: `redis://127.0.0.1:${port}`, RESP: 3 });
  client.on('error', () => {});
  await client.connect();
  const seen: unknown[] = [];
  const run = async (...words: string[]) => seen.push(await outcome(client.sendCommand(words)));
  await run('HSET', 'three', 'a', '1');
  await run('HGETALL', 'three');
  await run('SADD', 'set', 'one');
  await run('SMEMBERS', 'set');
  await run('ZADD', 'z', '2.5', 'a');
  await run('ZSCORE', 'z', 'a');
  await run('ZRANGE', 'z', '0', '-1', 'WITHSCORES');
  await run('GET', 'nothing');
  await run('EVAL', 'redis.setresp(3) return {double = 0.5}', '0');
  await run('EVAL', 'redis.setresp(3) return {true, false}', '0');
  await run('LPUSH', 'three', 'x');
  seen.push(await client.multi().set('m', '1').get('m').exec());
  await client.close();
  return seen;
}

describe.skipIf(hasNoRedis())('a Redis server', () => {
  let server: RealServer;
  let stage: DownstreamStage;
  const withPython = !hasNoPython('redis');
  const url = () => `redis://127.0.0.1:${server.port}`;

  describe('that is switched off', () => {
    let recorded: { ioredis: unknown[]; redis: unknown[]; python: unknown };
    beforeAll(async () => {
      server = await startRedisServer();
      stage = downstreamStage();
      const { port } = await stage.record(startRedis, url());
      recorded = {
        ioredis: await byIoredis(port),
        redis: await byRedis(port),
        python: withPython ? await runPython('cache.py', port) : null,
      };
      await server.stop();
    });
    afterAll(() => stage.close());

    test('has every command answered as it was recorded', async () => {
      expect(recorded.ioredis).toContainEqual(BYTES);
      const { port } = await stage.mock(startRedis);
      expect(await byIoredis(port)).toEqual(recorded.ioredis);
      expect(await byRedis(port)).toEqual(recorded.redis);
      if (withPython) expect(await runPython('cache.py', port)).toEqual(recorded.python);
      expect(stage.missed).toEqual([]);
    });

    test('has command, arguments, database and reply recorded', () => {
      const call = (operation: string) => stage.calls.find((one) => one.call.operation === operation)?.call;
      expect(call('SET')).toMatchObject({
        kind: 'cache',
        request: '{"command":"SET","args":["name","anvil","EX","100"],"db":2}',
        response: '"OK"',
        error: null,
      });
      expect(JSON.parse(call('LPUSH')?.error ?? '')).toMatchObject({ code: 'WRONGTYPE' });
      expect(JSON.parse(call('EXEC')?.request ?? '').queued).toEqual([
        ['SET', 'in', '1'],
        ['INCR', 'in'],
        ['LPUSH', 'in', 'x'],
      ]);
      const names = new Set(stage.calls.map(({ call: { operation } }) => operation));
      for (const session of ['PING', 'HELLO', 'SELECT', 'CLIENT', 'MULTI', 'INFO', 'AUTH'])
        expect(names).not.toContain(session);
      expect(stage.startup.map(({ operation }) => operation)).toContain('INFO');
    });

    test('has a command that was not recorded fail with an error that says why', async () => {
      const { port } = await stage.mock(startRedis);
      const client = new Redis({ host: '127.0.0.1', port });
      await expect(client.get('elsewhere')).rejects.toThrow(/^ERR replay: .*NO_MATCH/);
      expect(await client.ping()).toBe('PONG');
      client.disconnect();
    });
  });

  describe('behind the proxy', () => {
    beforeAll(async () => {
      server = await startRedisServer();
    });
    afterAll(() => server.stop());
    beforeEach(() => {
      stage = downstreamStage();
    });
    afterEach(() => stage.close());

    test('passes subscriptions on, and leaves their connection out', async () => {
      const { port } = await stage.record(startRedis, url());
      const subscriber = new Redis({ host: '127.0.0.1', port });
      const publisher = new Redis({ host: '127.0.0.1', port });
      const arrived = new Promise((resolve) => subscriber.on('message', (...message) => resolve(message)));
      await subscriber.subscribe('news');
      expect(await publisher.publish('news', 'hello')).toBe(1);
      expect(await arrived).toEqual(['news', 'hello']);
      await stage.settled();
      expect(stage.calls.map(({ call }) => call.operation)).toEqual(['PUBLISH']);
      expect(stage.said).toEqual([
        'db: subscriptions, MONITOR and replication pass through; their connections are not recorded',
      ]);
      subscriber.disconnect();
      publisher.disconnect();
    });

    test('keeps no password', async () => {
      const { port } = await stage.record(startRedis, url());
      const direct = new Redis({ host: '127.0.0.1', port: server.port });
      await direct.call('ACL', 'SETUSER', 'shop', 'on', '>wire-secret', '~*', '+@all');
      const client = createClient({ url: `redis://shop:wire-secret@127.0.0.1:${port}`, RESP: 3 });
      await client.connect();
      expect(await client.set('a', '1')).toBe('OK');
      await client.close();
      direct.disconnect();
      await stage.settled();
      expect(JSON.stringify([stage.calls, stage.startup])).not.toContain('wire-secret');
    });

    test('leaves out what is too large, and pairs the following commands with their replies', async () => {
      const { port } = await stage.record(startRedis, url(), { maxBodyBytes: 1_024 });
      const client = new Redis({ host: '127.0.0.1', port });
      await client.set('large', 'x'.repeat(5_000));
      expect(await client.get('large')).toHaveLength(5_000);
      await client.set('small', 'y');
      expect(await client.get('small')).toBe('y');
      await stage.settled();
      expect(stage.calls.map(({ call }) => [call.operation, call.response])).toEqual([
        ['SET', '"OK"'],
        ['GET', '"y"'],
      ]);
      expect(stage.said).toEqual(['db: a call larger than 1 KiB was passed on and left out']);
      client.disconnect();
    });

    test('makes calls for real if that is allowed, and transactions as a whole', async () => {
      stage.onMiss = 'passThrough';
      const { port } = await stage.mock(startRedis, `${url()}/3`);
      const client = new Redis({ host: '127.0.0.1', port });
      expect(await client.set('real', '1')).toBe('OK');
      expect(await client.multi().incr('real').get('real').exec()).toEqual([
        [null, 2],
        [null, '2'],
      ]);
      await expect(client.lpush('real', 'x')).rejects.toThrow(/WRONGTYPE/);
      await stage.settled();
      expect(stage.calls.map(({ call }) => call.operation)).toEqual(['SET', 'EXEC', 'LPUSH']);
      client.disconnect();
    });

    test('assigns the calls of a transaction to the request that started it', async () => {
      let underWay: string | null = 'first';
      stage.correlation = () => (underWay === null ? null : { traceId: underWay });
      const { port } = await stage.record(startRedis, url());
      const client = new Redis({ host: '127.0.0.1', port });
      await client.multi({ pipeline: false });
      underWay = null;
      await client.set('a', '1');
      await client.exec();
      underWay = 'second';
      await client.get('a');
      await stage.settled();
      expect(stage.calls.map(({ correlation, call }) => [call.operation, correlation])).toEqual([
        ['SET', { traceId: 'first' }],
        ['EXEC', { traceId: 'first' }],
        ['GET', { traceId: 'second' }],
      ]);
      client.disconnect();
    });
  });
});
