import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { Hono } from 'hono';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { sourceOf } from '../../../../functions/platform/http/source-of.ts';
import { cidrRange } from '../../../../functions/platform/outbound/egress/addresses.ts';
import { openGateway } from '../../../../functions/platform/standalone/gateway/gateway.ts';

const options = {
  host: '127.0.0.1',
  port: 0,
  basicAuth: null,
  publicUrl: 'https://replay.internal/',
  allowedHosts: ['replay.example'],
  newId: () => 'an-id',
  now: () => 0,
};

describe('the gateway (interface 1)', () => {
  test('adds one x-request-id to every answer without one', async () => {
    const app = new Hono().get('/app', (context) => context.json({}, 200, { 'x-request-id': 'of-the-application' }));
    const open = await openGateway(app, options);
    const guarded = await openGateway(app, { ...options, basicAuth: { user: 'ops', password: 's3cret' } });
    const asked = async (port: number, path: string) => {
      const { status, headers } = await fetch(`http://127.0.0.1:${port}${path}`);
      return [status, headers.get('x-request-id')];
    };
    expect(await asked(open.port, '/healthz')).toEqual([200, 'an-id']);
    const put = await fetch(`http://127.0.0.1:${open.port}/healthz`, { method: 'PUT' });
    expect([put.status, put.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
    expect(await asked(open.port, '/app')).toEqual([200, 'of-the-application']);
    expect(await asked(guarded.port, '/healthz')).toEqual([401, 'an-id']);
    await Promise.all([open.close(), guarded.close()]);
  });
});

describe('the source of a request', () => {
  test('is the address of its connection, whatever a header says', async () => {
    const app = new Hono().get('/app', (context) => context.text(sourceOf(context.env) ?? 'no source'));
    const gateway = await openGateway(app, { ...options, basicAuth: { user: 'ops', password: 's3cret' } });
    const asked = (password: string, from: string) =>
      fetch(`http://127.0.0.1:${gateway.port}/app`, {
        headers: {
          authorization: `Basic ${Buffer.from(`ops:${password}`).toString('base64')}`,
          'x-forwarded-for': from,
          forwarded: `for=${from}`,
          'x-real-ip': from,
        },
      });
    expect(await (await asked('s3cret', '10.0.0.7')).text()).toBe('127.0.0.1');
    for (let count = 0; count < 5; count++) expect((await asked('guess', `10.0.0.${count}`)).status).toBe(401);
    const locked = await asked('s3cret', '10.0.0.7');
    expect([locked.status, locked.headers.get('retry-after'), locked.headers.get('x-request-id')]).toEqual([
      ...[429, '60', 'an-id'],
    ]);
    await gateway.close();
  });
});

describe('the source of a request behind trusted proxies', () => {
  const PROXY = '127.0.0.2';
  const app = new Hono().get('/app', (context) => context.text(sourceOf(context.env) ?? 'no source'));
  const opened = () =>
    openGateway(app, {
      ...options,
      basicAuth: { user: 'ops', password: 's3cret' },
      trustedProxies: [cidrRange(`${PROXY}/32`)],
    });
  const asked = async (port: number, localAddress: string, from: string, password = 's3cret') => {
    const auth = `ops:${password}`;
    const sent = request({
      host: '127.0.0.1',
      port,
      path: '/app',
      localAddress,
      auth,
      headers: { 'x-forwarded-for': from },
    });
    const [answer] = await once(sent.end(), 'response');
    return { status: answer.statusCode, text: await text(answer) };
  };

  test('is what the proxy says, and each has limits of its own', async () => {
    const { port, close } = await opened();
    expect((await asked(port, PROXY, '10.0.0.7')).text).toBe('10.0.0.7');
    for (let count = 0; count < 5; count++) await asked(port, PROXY, '10.0.0.8', 'guess');
    expect((await asked(port, PROXY, '10.0.0.8')).status).toBe(429);
    expect((await asked(port, PROXY, '10.0.0.7')).status).toBe(200);
    await close();
  });

  test('is the connection of a caller that is not a proxy and lies about itself', async () => {
    const { port, close } = await opened();
    expect((await asked(port, '127.0.0.1', '10.0.0.7')).text).toBe('127.0.0.1');
    for (let count = 0; count < 5; count++) await asked(port, '127.0.0.1', `10.0.0.${count}`, 'guess');
    expect((await asked(port, '127.0.0.1', '10.0.0.9')).status).toBe(429);
    expect((await asked(port, PROXY, '10.0.0.9')).status).toBe(200);
    await close();
  });
});

describe('the names of the gateway', () => {
  const statusOf = (port: number, host: string) =>
    new Promise<number | undefined>((resolve, reject) => {
      request({ host: '127.0.0.1', port, path: '/app', headers: { host } }, (answer) => {
        answer.resume();
        resolve(answer.statusCode);
      })
        .once('error', reject)
        .end();
    });
  const app = new Hono().get('/app', (context) => context.text('ok'));

  test.for<[string, number]>([
    ['127.0.0.1:8090', 200],
    ['localhost:8090', 200],
    ['shop.localhost', 200],
    ['[::1]:8090', 200],
    ['replay.internal', 200],
    ['evil.test', 421],
    ['evil.test:8090', 421],
    ['127.0.0.1.evil.test', 421],
    ['localhost.evil.test', 421],
  ])('are checked on loopback: %j is answered with %i', async ([host, status]) => {
    const gateway = await openGateway(app, options);
    expect(await statusOf(gateway.port, host)).toBe(status);
    await gateway.close();
  });

  test('are not checked if a password is required', async () => {
    const guarded = await openGateway(app, { ...options, basicAuth: { user: 'ops', password: 's3cret' } });
    expect(await statusOf(guarded.port, 'forward.example')).toBe(401);
    await guarded.close();
  });

  test.for<[string, number]>([
    ['127.0.0.1:8090', 200],
    ['replay.internal', 200],
    ['replay.example:8090', 200],
    ['evil.test', 421],
    ['10.0.0.7', 421],
  ])('are checked on other addresses: %j is answered with %i', async ([host, status]) => {
    const others = await openGateway(app, { ...options, host: '0.0.0.0' });
    expect(await statusOf(others.port, host)).toBe(status);
    await others.close();
  });
});

describe('the path of SVC_PUBLIC_URL', () => {
  const app = new Hono().all('*', async (context) =>
    context.json([context.req.method, context.req.url.replace(/^http:\/\/[^/]+/, ''), await context.req.text()]),
  );

  test.for([
    ['/replay/app?a=%2Fb', '/app?a=%2Fb'],
    ['/app?a=%2Fb', '/app?a=%2Fb'],
    ['/replay', '/'],
    ['/replay?a', '/?a'],
    ['/replay/', '/'],
    ['/replays/app', '/replays/app'],
    ['/replay/replay/%E4%BB%B7%20', '/replay/%E4%BB%B7%20'],
  ])('is removed from requests once, and may be absent: %s', async ([path = '', expected]) => {
    const gateway = await openGateway(app, { ...options, publicUrl: 'https://replay.internal/replay' });
    const url = `http://127.0.0.1:${gateway.port}`;
    const seen = async (init: RequestInit) => (await fetch(`${url}${path}`, init)).json();
    expect(await seen({})).toEqual(['GET', expected, '']);
    expect(await seen({ method: 'PUT', body: 'whole' })).toEqual(['PUT', expected, 'whole']);
    expect((await fetch(`${url}/replay/healthz`)).status).toBe(200);
    await gateway.close();
  });
});

describe('a request that is refused before its end', () => {
  const app = new Hono().post('/large', (context) => context.text('too large', 413));

  test('gets the response after all is sent, though its connection is to be closed', async () => {
    const gateway = await openGateway(app, options);
    const socket = connect(gateway.port, '127.0.0.1').pause();
    const body = Buffer.alloc(8 * 1024 * 1024);
    const head = `POST /large HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: ${body.byteLength}\r\n\r\n`;
    socket.write(head);
    // Like a proxy that reads only when it has sent all.
    await new Promise<void>((resolve, reject) => {
      socket.once('error', reject);
      socket.write(body, () => resolve());
    });
    expect(await text(socket.resume().end())).toMatch(/^HTTP\/1\.1 413 [\s\S]*too large$/);
    await gateway.close();
  });
});

describe('closing the gateway', () => {
  const reached = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  const app = new Hono().post('/late', async (context) => {
    reached.resolve();
    await held.promise;
    return context.json({ length: (await context.req.text()).length });
  });

  test('answers a running request', async () => {
    // Longer than the test may take: it does not wait until the grace is over.
    const gateway = await openGateway(app, { ...options, graceMs: 120_000 });
    const answered = fetch(`http://127.0.0.1:${gateway.port}/late`, { method: 'POST', body: 'whole' });
    await reached.promise;
    const closed = gateway.close();
    held.resolve();
    await closed;
    expect(await (await answered).json()).toEqual({ length: 5 });
  });

  test('cuts off a half-sent request after the grace period', async () => {
    const gateway = await openGateway(app, { ...options, graceMs: 10_000 });
    const socket = connect(gateway.port, '127.0.0.1').on('error', () => {});
    socket.write('POST /late HTTP/1.1\r\nhost: x\r\ncontent-length: 10\r\nexpect: 100-continue\r\n\r\nhal');
    // The gateway has read the head, and waits for the rest.
    expect(String(await once(socket, 'data'))).toContain('100 Continue');
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const closed = gateway.close();
    vi.advanceTimersByTime(9_999);
    await new Promise(setImmediate);
    expect(socket.closed).toBe(false);
    const cut = once(socket.resume(), 'close');
    vi.advanceTimersByTime(1);
    await Promise.all([closed, cut]);
  });
});
