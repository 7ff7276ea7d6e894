import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, request } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, connect, createServer as createTcpServer, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { connect as connectTls } from 'node:tls';
import { describe, expect, test, vi } from 'vitest';
import { leafCertificates } from '../../../proxies/certificates/leaf-certificates.ts';
import { caCertificatePath, createCa } from '../../../proxies/certificates/local-ca.ts';
import { type ForwardProxyOptions, forwardProxy } from '../../../proxies/http/forward-proxy.ts';
import type { CalledService } from '../../../proxies/http/http-calls.ts';
import { ANYWHERE, recorderStage } from '../../cli/record/recorder-stage.ts';
import { temporaryDataDir } from '../../support/running-service.ts';

const { cleanUps, listen, target, record } = recorderStage();

/** What the CA may sign for. */
const HOSTS = ['localhost', 'test', 'example', '127.0.0.1', '127.0.0.2', '::1'];

interface Staged {
  base: string;
  ca: string;
  calls: Pick<CalledService, 'name' | 'path'>[];
  said: string[];
  refused(): number;
  tunnels(): number;
}

async function staged(options: Partial<ForwardProxyOptions> = {}): Promise<Staged> {
  const home = temporaryDataDir();
  cleanUps.push(home.remove);
  const folder = `${home.dataDir}/ca`;
  const certificates = await leafCertificates(await createCa(folder, Date.now(), HOSTS), Date.now);
  const calls: Staged['calls'] = [];
  const said: string[] = [];
  let refused = 0;
  const proxy = forwardProxy({
    answer: async (incoming, response, { name, url, path, keepsHost }) => {
      calls.push({ name, path });
      const host = keepsHost ? incoming.headers.host : url.host;
      response.end(JSON.stringify({ protocol: url.protocol, host, body: await text(incoming) }));
    },
    upgrade: async (_, socket, __, { name, path }) => {
      calls.push({ name, path });
      socket.end('HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\nhi');
    },
    onRefusal: () => refused++,
    destinations: ANYWHERE,
    downstream: new Map(),
    certificates,
    tunnel: [],
    tunnelsUnreadable: true,
    say: (line) => said.push(line),
    ...options,
  });
  const base = await listen(proxy.server);
  cleanUps.push(proxy.close);
  const ca = readFileSync(caCertificatePath(folder), 'utf8');
  return { base, ca, calls, said, refused: () => refused, tunnels: proxy.tunnels };
}

/** A connection through CONNECT, and the first line of the answer. */
async function connected(base: string, authority: string): Promise<{ socket: Socket; status: string }> {
  const { hostname, port } = new URL(base);
  const socket = connect(Number(port), hostname);
  cleanUps.push(() => void socket.destroy());
  socket.on('error', () => {});
  socket.write(`CONNECT ${authority} HTTP/1.1\r\nHost: ${authority}\r\n\r\n`);
  const [answer] = await once(socket, 'data');
  return { socket, status: String(answer).split('\r\n', 1)[0] ?? '' };
}

async function overTls(base: string, authority: string, ca: string, servername: string) {
  const { socket } = await connected(base, authority);
  const secure = connectTls({ socket, ca, servername });
  await once(secure, 'secureConnect');
  return secure;
}

describe('the forward proxy', () => {
  test('accepts requests with a whole URL, and uses the name of a configured service', async () => {
    const downstream = new Map([['stock', new URL('http://inventory.test:8081')]]);
    const { base, calls } = await staged({ downstream });
    for (const path of ['http://api.test/a?b=1', 'http://inventory.test:8081/stock/7']) {
      const client = request(base, { path, method: 'POST', headers: { host: 'ignored.test' }, agent: false }).end('x');
      const [answer] = await once(client, 'response');
      expect(JSON.parse(await text(answer))).toMatchObject({ protocol: 'http:', body: 'x', host: new URL(path).host });
    }
    expect(calls).toEqual([
      { name: 'api.test', path: '/a?b=1' },
      { name: 'stock', path: '/stock/7' },
    ]);
  });

  test('answers https with a certificate that the CA signed, for many requests of one connection', async () => {
    const { base, ca, calls } = await staged();
    const secure = await overTls(base, 'api.test:443', ca, 'api.test');
    expect(secure.getPeerCertificate().subjectaltname).toBe('DNS:api.test');
    for (const path of ['/one', '/two?x=1']) {
      secure.write(`POST ${path} HTTP/1.1\r\nHost: api.test\r\nContent-Length: 2\r\n\r\nhi`);
      expect(String((await once(secure, 'data'))[0])).toContain('"protocol":"https:","host":"api.test","body":"hi"');
    }
    expect(calls).toEqual([
      { name: 'api.test', path: '/one' },
      { name: 'api.test', path: '/two?x=1' },
    ]);
  });

  test('answers https to an address with a port', async () => {
    const { base, ca, calls } = await staged();
    const { socket } = await connected(base, '127.0.0.2:8443');
    const secure = connectTls({ socket, ca, host: '127.0.0.2' });
    await once(secure, 'secureConnect');
    expect(secure.authorized).toBe(true);
    secure.write('GET /a HTTP/1.1\r\nHost: 127.0.0.2:8443\r\n\r\n');
    await once(secure, 'data');
    expect(calls).toEqual([{ name: '127.0.0.2:8443', path: '/a' }]);
  });

  test.each<[name: string, options: Partial<ForwardProxyOptions>]>([
    ['with a CA', {}],
    ['of a recording without a CA', { certificates: null }],
    ['of a mock without a CA', { certificates: null, tunnelsUnreadable: false }],
  ])('passes plain HTTP and WebSockets through CONNECT, %s', async (_, options) => {
    const { base, calls } = await staged(options);
    const plain = await connected(base, 'api.test:80');
    plain.socket.write('GET /plain HTTP/1.1\r\nHost: api.test\r\n\r\n');
    expect(String((await once(plain.socket, 'data'))[0])).toContain('"protocol":"http:"');
    const upgraded = await connected(base, 'api.test:80');
    upgraded.socket.write('GET /ws HTTP/1.1\r\nHost: api.test\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n');
    expect(String((await once(upgraded.socket, 'data'))[0])).toContain('101 Switching');
    expect(calls).toEqual([
      { name: 'api.test', path: '/plain' },
      { name: 'api.test', path: '/ws' },
    ]);
  });

  test('says once that a client does not trust the CA', async () => {
    const { base, said } = await staged();
    for (let times = 0; times < 2; times++) {
      const { socket } = await connected(base, 'api.test:443');
      const secure = connectTls({ socket, servername: 'api.test' });
      await once(secure, 'error');
    }
    await vi.waitFor(() => expect(said).toHaveLength(1));
    expect(said[0]).toContain('api.test');
  });

  test.for<[name: string, options: Partial<ForwardProxyOptions>]>([
    ['hosts of --tunnel', { tunnel: ['127.*'] }],
    ['https without a CA', { certificates: null }],
    ['bytes that are neither TLS nor HTTP', {}],
  ])('passes %s unchanged', async ([, options]) => {
    const echo = createTcpServer((accepted) => accepted.pipe(accepted));
    await new Promise<void>((resolve) => echo.listen(0, '127.0.0.1', resolve));
    cleanUps.push(() => void echo.close());
    const { port } = echo.address() as AddressInfo; // it listens on TCP
    const { base, tunnels, calls } = await staged(options);
    const { socket, status } = await connected(base, `127.0.0.1:${port}`);
    expect(status).toBe('HTTP/1.1 200 Connection Established');
    socket.write('\0binary');
    expect(String((await once(socket, 'data'))[0])).toBe('\0binary');
    expect([tunnels(), calls]).toEqual([1, []]);
  });

  test('refuses as a mock what it cannot read', async () => {
    const withoutCa = await staged({ certificates: null, tunnelsUnreadable: false });
    expect((await connected(withoutCa.base, 'api.test:443')).status).toBe('HTTP/1.1 502 Bad Gateway');
    const readable = await staged({ tunnelsUnreadable: false });
    for (const [{ base }, bytes] of [
      [readable, '\0binary'],
      [withoutCa, '\x16\x03\x01'],
    ] as const) {
      const { socket } = await connected(base, '127.0.0.1:9');
      socket.write(bytes);
      await once(socket, 'close');
    }
  });

  test('answers 502 for a host that is down', async () => {
    const { base } = await staged({ tunnel: ['*'] });
    expect((await connected(base, '127.0.0.1:9')).status).toBe('HTTP/1.1 502 Bad Gateway');
  });

  test.for([
    'api.test',
    'api.test:99999',
    'user@api.test:443',
    'http://api.test:443',
    'api.test:443/path',
    '[::1:443',
    '[::1]:9999999',
  ])('refuses CONNECT %s', async (authority) => {
    const { base, refused } = await staged();
    expect((await connected(base, authority)).status).toBe('HTTP/1.1 400 Bad Request');
    expect(refused()).toBe(1);
  });

  test('refuses a request to itself without an endless loop', async () => {
    const { base, calls, refused } = await staged();
    const { host, port } = new URL(base);
    for (const path of ['/own', `http://${host}/own`, `http://localhost:${port}/own`]) {
      const client = request(base, { path, agent: false }).end();
      const [answer] = await once(client, 'response');
      expect(answer.statusCode).toBe(400);
    }
    expect((await connected(base, host)).status).toBe('HTTP/1.1 400 Bad Request');
    expect([calls, refused()]).toEqual([[], 4]);
  });
});

describe('calls that `replay record` records through the forward proxy', () => {
  test('belong to the running request, with the real answer of the target', async () => {
    const home = temporaryDataDir();
    cleanUps.push(home.remove);
    const folder = `${home.dataDir}/ca`;
    const certificates = await leafCertificates(await createCa(folder, Date.now(), HOSTS), Date.now);
    const inventory = createServer((_, response) => response.end('{"left":4}'));
    const inventoryUrl = await listen(inventory);
    let proxyUrl = '';
    const application = await target(async (_, response) => {
      const client = request(proxyUrl, { path: `${inventoryUrl}/stock/7`, agent: false }).end();
      const [answer] = await once(client, 'response');
      response.end(await text(answer));
    });
    const { base, cases, recorder } = await record(application);
    const proxy = forwardProxy({
      answer: recorder.call,
      upgrade: recorder.passOn,
      onRefusal: () => {},
      destinations: ANYWHERE,
      downstream: new Map([['stock', new URL(inventoryUrl)]]),
      certificates,
      tunnel: [],
      tunnelsUnreadable: true,
      say: () => {},
    });
    proxyUrl = await listen(proxy.server);
    expect(await (await fetch(`${base}/orders/1`)).text()).toBe('{"left":4}');
    await vi.waitFor(() => expect(cases).toHaveLength(1));
    expect(cases[0]?.calls).toMatchObject([
      { kind: 'http', target: 'stock', operation: 'GET /stock/{id}', response: { status: 200, body: '{"left":4}' } },
    ]);
  });

  test('show the target over https the name that the application asked for', async () => {
    const home = temporaryDataDir();
    cleanUps.push(home.remove);
    const ca = await createCa(`${home.dataDir}/ca`, Date.now(), HOSTS);
    const certificates = await leafCertificates(ca, Date.now);
    const seen: unknown[] = [];
    const upstream = createTlsServer(
      {
        SNICallback: (name, found) => {
          seen.push(name);
          certificates.contextOf(name).then((context) => found(null, context));
        },
      },
      (incoming, response) => response.end(String(incoming.headers.host)),
    );
    const port = new URL(await listen(upstream)).port;
    const { recorder } = await record('http://127.0.0.1:9');
    const proxy = forwardProxy({
      answer: recorder.call,
      upgrade: recorder.passOn,
      onRefusal: () => {},
      destinations: ANYWHERE,
      downstream: new Map(),
      certificates,
      tunnel: [],
      tunnelsUnreadable: true,
      say: () => {},
    });
    const base = await listen(proxy.server);
    const pem = readFileSync(caCertificatePath(`${home.dataDir}/ca`), 'utf8');
    const secure = await overTls(base, `localhost:${port}`, pem, 'localhost');
    secure.write(`GET /a HTTP/1.1\r\nHost: localhost:${port}\r\n\r\n`);
    // This process does not trust the CA, so the proxy refuses the target's certificate.
    expect(String((await once(secure, 'data'))[0])).toMatch(/^HTTP\/1\.1 502 /);
    expect(seen).toEqual(['localhost']);
  });
});
