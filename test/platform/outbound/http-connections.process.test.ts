import type { Socket } from 'node:net';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { egressPolicy } from '../../../functions/platform/outbound/egress/policy.ts';
import { outboundHttp } from '../../../functions/platform/outbound/http-client.ts';
import { silentLog } from '../../contracts/silent-log.ts';
import { type Behaviour, hostile } from '../../support/fakes/hostile-target.ts';
import { PATIENCE } from '../../support/patience.ts';
import { client, clientStage, MIB, request, textOf } from './client-stage.ts';

const { closing, target } = clientStage();

describe('concurrent requests', () => {
  const head = (length: number) => `HTTP/1.1 200 OK\r\ncontent-length: ${length}\r\n\r\n`;
  /**
   * Small requests one after the other: what came before them has been read as far as it may be when they are answered.
   */
  const settled = async (http: ReturnType<typeof client>, url: string) => {
    for (let turn = 0; turn < 100; turn++)
      expect(await http.send(request(`${url}/small`))).toMatchObject({ kind: 'response' });
  };

  test('are by default up to 150 to one target', async () => {
    const { url, heads } = await target(() => {});
    const policy = egressPolicy({ mode: 'standalone', allow: [], deny: [], denyPorts: [] });
    const http = outboundHttp({ policy, log: silentLog });
    const sent = Array.from({ length: 150 }, () => http.send(request(url, { timeoutMs: 4000 })));
    await expect.poll(() => heads.length).toBe(150);
    await closing.pop()?.();
    expect((await Promise.all(sent)).every(({ kind }) => kind === 'connection-failure')).toBe(true);
  });

  test('keep the place of a large answer until its caller is done with it', async () => {
    const large = 1.5 * MIB;
    const { url } = await target((socket, asked) => {
      if (asked.includes('/small')) return void socket.write(`${head(2)}ok`);
      socket.write(`${head(large)}${'x'.repeat(large)}`);
    });
    const http = client(20);
    const big = { maxBodyBytes: 2 * MIB };
    const done = Promise.withResolvers<void>();
    let used = 0;
    const five = Array.from({ length: 5 }, () =>
      http.use(request(`${url}/`, big), async () => {
        used++;
        await done.promise;
      }),
    );
    await expect.poll(() => used).toBe(4);
    await settled(http, url);
    expect(used).toBe(4);
    done.resolve();
    await Promise.all(five);
    expect(used).toBe(5);
  });

  test.for<[string, boolean]>([
    ['keeps its connection', false],
    ['closes it when all is sent', true],
  ])(
    'read four answers above 1 MiB at a time, while a fifth waits without its time running, and small ones pass (target %s)',
    async ([, closes]) => {
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
      onTestFinished(() => void vi.useRealTimers());
      const large = 1.5 * MIB;
      const lasts: (() => void)[] = [];
      const { url } = await target((socket, asked) => {
        if (asked.includes('/small')) return void socket.write(`${head(2)}ok`);
        if (asked.includes('/fifth')) {
          socket.write(`${head(large)}${'y'.repeat(large)}`);
          return void (closes && socket.end());
        }
        socket.write(`${head(large)}${'x'.repeat(large - 1)}`);
        lasts.push(() => socket.write('x'));
      });
      const http = client(20);
      const big = { maxBodyBytes: 2 * MIB };
      const four = Array.from({ length: 4 }, () => http.send(request(`${url}/`, big)));
      await settled(http, url);
      let fifthIsRead = false;
      const fifth = http.send(request(`${url}/fifth`, { ...big, timeoutMs: 400 })).finally(() => {
        fifthIsRead = true;
      });
      await settled(http, url);
      vi.advanceTimersByTime(1000);
      await settled(http, url);
      expect(fifthIsRead).toBe(false);
      lasts[0]?.();
      const read = await fifth;
      expect(read).toMatchObject({ kind: 'response', status: 200, truncated: false });
      expect(read.durationMs).toBeLessThan(400);
      if (read.kind === 'response') expect(textOf(read.body) === 'y'.repeat(large)).toBe(true);
      for (const last of lasts.slice(1)) last();
      for (const answer of await Promise.all(four))
        expect(answer).toMatchObject({ kind: 'response', truncated: false });
    },
  );

  test('end when their target disconnects while they wait, and take no turn', async () => {
    const sockets: Socket[] = [];
    const { url } = await target((socket, asked) => {
      if (asked.includes('/small')) return void socket.write(`${head(2)}ok`);
      sockets.push(socket);
      socket.write(`${head(2 * MIB)}${'x'.repeat(1.5 * MIB)}`);
    });
    const http = client(20);
    const sent = Array.from({ length: 5 }, () => http.send(request(`${url}/`, { maxBodyBytes: 3 * MIB })));
    await expect.poll(() => sockets.length).toBe(5);
    await settled(http, url);
    for (const socket of sockets) socket.resetAndDestroy();
    expect((await Promise.all(sent)).map(({ kind }) => kind)).toEqual(Array(5).fill('connection-failure'));
    const after = Array.from({ length: 4 }, () => http.send(request(`${url}/`, { maxBodyBytes: 1.25 * MIB })));
    for (const answer of await Promise.all(after)) expect(answer).toMatchObject({ kind: 'response', truncated: true });
  });
});

describe('kept-alive connections', () => {
  const closesOnSecond: Behaviour = (socket, _, seen) =>
    seen === 1 ? hostile.plain('ok')(socket) : hostile.closes(socket);

  test('are used again', async () => {
    const started = await target(hostile.plain('ok'));
    const http = client();
    for (let turn = 0; turn < 3; turn += 1) await http.send(request(`${started.url}/${turn}`));
    expect(started.connections()).toBe(1);
  });

  test.for<[string, string, number]>([
    ['GET', 'response', 3],
    ['HEAD', 'response', 3],
    ['OPTIONS', 'response', 3],
    ['POST', 'connection-failure', 2],
    ['PUT', 'connection-failure', 2],
    ['DELETE', 'connection-failure', 2],
  ])('end a %s on a closed one with %s, and never repeat an unsafe request', async ([method, kind, seen]) => {
    const started = await target(closesOnSecond);
    const http = client();
    await http.send(request(`${started.url}/first`));
    expect((await http.send(request(`${started.url}/second`, { method }))).kind).toBe(kind);
    expect(started.heads).toHaveLength(seen);
  });

  test('are limited by target, and the time of waiting does not count', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const held: (() => void)[] = [];
    const started = await target((socket) => void held.push(() => hostile.plain('ok')(socket)));
    const http = client(2);
    const sent = [1, 2, 3, 4, 5, 6].map((n) => http.send(request(`${started.url}/${n}`, { timeoutMs: 140 })));
    for (let asked = 2; asked <= 6; asked += 2) {
      await expect.poll(() => held.length).toBe(2);
      vi.advanceTimersByTime(60);
      for (const answer of held.splice(0)) answer();
    }
    const all = await Promise.all(sent);
    expect(all.map(({ kind }) => kind)).toEqual(Array.from({ length: 6 }, () => 'response'));
    expect(started.connections()).toBeLessThanOrEqual(2);
  });

  test('are closed after the running request, and refuse waiting and later ones', async () => {
    let answer = () => {};
    const started = await target((socket) => {
      answer = () => hostile.plain('ok')(socket);
    });
    const http = client(1);
    const under = http.send(request(`${started.url}/`));
    const waiting = expect(http.send(request(`${started.url}/`))).rejects.toThrow('closed');
    await vi.waitUntil(() => started.heads.length === 1, PATIENCE);
    const closed = http.close();
    answer();
    await closed;
    expect((await under).kind).toBe('response');
    await waiting;
    await expect(http.send(request(`${started.url}/`))).rejects.toThrow('closed');
    await started.abandoned();
    expect(started.heads).toHaveLength(1);
  });
});

test('no new connection is made to a port that is no longer granted, while its decision is remembered', async () => {
  const answer = 'HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: 2\r\n\r\nok';
  const { url, heads } = await target(hostile.rawThenClose(answer));
  const granted = [Number(new URL(url).port)];
  const policy = egressPolicy({ mode: 'strict', allow: [], deny: [], denyPorts: [], granted: () => granted });
  const http = outboundHttp({ policy, log: silentLog });
  expect(await http.send(request(`${url}/`))).toMatchObject({ kind: 'response', status: 200 });
  granted.pop();
  expect(await http.send(request(`${url}/`))).toMatchObject({ kind: 'connection-failure', failure: 'refused' });
  expect(heads).toHaveLength(1);
  await http.close();
});
