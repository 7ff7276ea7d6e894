import { createServer as createHttpServer } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { connect, type Server, type Socket } from 'node:net';
import buildConnector from 'undici/lib/core/connect.js';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Connect } from '../../../functions/platform/outbound/connect.ts';
import { egressPolicy } from '../../../functions/platform/outbound/egress/policy.ts';
import { outboundHttp } from '../../../functions/platform/outbound/http-client.ts';
import { leafCertificates } from '../../../proxies/certificates/leaf-certificates.ts';
import { createCa } from '../../../proxies/certificates/local-ca.ts';
import { silentLog } from '../../contracts/silent-log.ts';
import { json, openTarget } from '../../support/fakes/recorded-target.ts';
import { temporaryDataDir } from '../../support/running-service.ts';
import { request, textOf } from './client-stage.ts';

/** Names as the resolver of the service knows them; TEST-NET addresses stand for the internet (RFC 5737). */
const NAMES: Record<string, readonly string[]> = {
  'hooks.test': ['198.51.100.7', '198.51.100.8'],
  'listed.test': ['203.0.113.1'],
  'inside.test': ['127.0.0.1'],
  'mixed.test': ['198.51.100.7', '169.254.169.254'],
  'metadata.test': ['169.254.169.254'],
  'both.test': ['10.1.2.3', '198.51.100.9'],
};

/** How the proxy treats a connection. */
type Behaviour = 'opens' | 'refuses' | 'is silent';

/** A proxy that notes which connections it is asked for, and leads all of them to `port` of this machine. */
async function openProxy(port: number, behaviour: Behaviour = 'opens') {
  const asked: string[] = [];
  const sockets = new Set<Socket>();
  const server = createHttpServer((_, response) => response.writeHead(400).end());
  server.on('connection', (socket) => sockets.add(socket));
  server.on('connect', ({ url = '' }, client: Socket) => {
    asked.push(url);
    client.on('error', () => {});
    if (behaviour === 'is silent') return;
    if (behaviour === 'refuses') return void client.end('HTTP/1.1 403 Forbidden\r\ncontent-length: 2\r\n\r\nno');
    const through = connect(port, '127.0.0.1', () => {
      client.write('HTTP/1.1 200 Connection established\r\n\r\n');
      through.pipe(client).pipe(through);
    });
    sockets.add(through);
    through.on('error', () => client.destroy());
  });
  onTestFinished(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  return { asked, origin: `http://127.0.0.1:${await portOf(server)}` };
}

const portOf = (server: Server): Promise<number> =>
  new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as { port: number }).port));
  });

interface Stage {
  behaviour?: Behaviour;
  allow?: string[];
  mode?: 'aws' | 'standalone';
  /** Where the proxy leads to. Default: a target that answers. */
  port?: number;
  /** A CA that is trusted. */
  ca?: string;
}

/** A client that can reach this machine only, and a target that the proxy leads to. */
async function stage({ behaviour, allow = [], mode = 'standalone', port: given, ca }: Stage = {}) {
  const target = await openTarget(({ url, headers }, response) => json(response, { url, host: headers.host }));
  onTestFinished(target.close);
  const port = given ?? Number(new URL(target.url).port);
  const proxy = await openProxy(port, behaviour);
  /** Addresses that were connected to without the proxy. */
  const direct: string[] = [];
  const connectHere: Connect = (options) => (wanted, callback) => {
    if (wanted.httpSocket !== undefined || `http://${wanted.host}` === proxy.origin)
      return buildConnector({ ...options, ...(ca && { ca }) })(wanted, callback);
    options.lookup(wanted.hostname, { all: true }, (_, found) => {
      const addresses = typeof found === 'string' ? [found] : found.map(({ address }) => address);
      direct.push(...(addresses.length > 0 ? addresses : [wanted.hostname]));
      if (addresses.includes('127.0.0.1')) buildConnector(options)(wanted, callback);
      else callback(Object.assign(new Error('no network here'), { code: 'ECONNREFUSED' }), null);
    });
  };
  const http = outboundHttp({
    policy: egressPolicy({ mode, allow, deny: [], denyPorts: [25] }),
    proxy: proxy.origin,
    log: silentLog,
    connect: connectHere,
    lookup: async (hostname) => {
      const addresses = NAMES[hostname];
      if (addresses === undefined) throw Object.assign(new Error('unknown'), { code: 'ENOTFOUND' });
      return addresses.map((address) => ({ address, family: 4 }));
    },
  });
  onTestFinished(() => http.close());
  return { http, proxy, direct, target, port };
}

describe('a connection by SVC_EGRESS_PROXY', () => {
  test.for<[url: string, authority: string, host: string]>([
    ['http://hooks.test/in?x=1', '198.51.100.7:80', 'hooks.test'],
    ['http://hooks.test:8443/in?x=1', '198.51.100.7:8443', 'hooks.test:8443'],
    ['http://203.0.113.9/in?x=1', '203.0.113.9:80', '203.0.113.9'],
    ['http://[2001:db8::9]/in?x=1', '[2001:db8::9]:80', '[2001:db8::9]'],
    ['http://both.test/in?x=1', '198.51.100.9:80', 'both.test'],
  ])('leads to the checked address of %s', async ([url, authority, host]) => {
    const { http, proxy, direct } = await stage();
    const outcome = await http.send(request(url));
    if (outcome.kind !== 'response') throw new Error(outcome.kind);
    expect(JSON.parse(textOf(outcome.body))).toEqual({ url: '/in?x=1', host });
    expect(proxy.asked).toEqual([authority]);
    expect(direct).toEqual([]);
  });

  test('carries TLS to the target, whose certificate is for its name', async () => {
    const { dataDir, remove } = temporaryDataDir();
    onTestFinished(remove);
    const ca = await createCa(dataDir, Date.now(), ['hooks.test']);
    const certificates = await leafCertificates(ca, Date.now);
    const server = createHttpsServer(
      { SNICallback: (name, done) => void certificates.contextOf(name).then((context) => done(null, context), done) },
      (_, response) => json(response, { secure: true }),
    );
    onTestFinished(() => void server.close());
    const { http, proxy } = await stage({ port: await portOf(server), ca: ca.certificate.toString('pem') });
    const outcome = await http.send(request('https://hooks.test/'));
    expect(outcome).toMatchObject({ kind: 'response', status: 200 });
    expect(proxy.asked).toEqual(['198.51.100.7:443']);
    expect(await http.send(request('https://203.0.113.9/'))).toMatchObject({ failure: 'tls' });
  });

  test('leads to a receiver, once nothing keeps its post back', async () => {
    const { http, proxy, target } = await stage();
    const post = { url: 'http://hooks.test/hook', headers: [] as [string, string][], body: '{}' };
    const outcome = await http.post({ request: post, maxAnswerBytes: 1000, mayWrite: async () => true });
    expect(outcome).toMatchObject({ kind: 'answer', answer: { status: 200 } });
    expect(proxy.asked).toEqual(['198.51.100.7:80']);
    expect(target.seen.map(({ method, url }) => [method, url])).toEqual([['POST', '/hook']]);
  });

  test('names a target to the proxy only if SVC_EGRESS_ALLOW has its name', async () => {
    const { http, proxy } = await stage({ allow: ['listed.test', '.partners.test'] });
    expect(await http.send(request('http://listed.test/'))).toMatchObject({ kind: 'response' });
    expect(await http.send(request('http://unknown.partners.test/'))).toMatchObject({ kind: 'response' });
    expect(await http.send(request('http://unknown.test/'))).toMatchObject({ failure: 'dns' });
    expect(proxy.asked).toEqual(['listed.test:80', 'unknown.partners.test:80']);
  });

  test('is not made to private addresses', async () => {
    const { http, proxy, direct, port } = await stage();
    expect(await http.send(request(`http://inside.test:${port}/`))).toMatchObject({ kind: 'response' });
    expect(await http.send(request('http://10.1.2.3/'))).toMatchObject({ failure: 'refused' });
    expect(direct).toEqual(['127.0.0.1', '10.1.2.3']);
    expect(proxy.asked).toEqual([]);
  });

  test.for([
    'http://metadata.test/',
    'http://mixed.test/',
    'http://169.254.169.254/',
    'http://[::ffff:a9fe:a9fe]/',
    'http://[64:ff9b::a9fe:a9fe]/',
    'http://inside.test/',
    'http://hooks.test:25/',
  ])('is not made to %s, which the policy denies', async (url) => {
    const { http, proxy, direct } = await stage({ mode: 'aws', allow: ['metadata.test', 'mixed.test'] });
    expect(await http.send(request(url))).toMatchObject({ kind: 'connection-failure', failure: 'refused' });
    expect({ asked: proxy.asked, direct }).toEqual({ asked: [], direct: [] });
  });

  test('that the proxy refuses is a failed connection, with the proxy as its cause', async () => {
    const { http, proxy, target } = await stage({ behaviour: 'refuses' });
    const failed = { kind: 'connection-failure', failure: 'refused', cause: 'proxy' };
    expect(await http.send(request('http://hooks.test/'))).toMatchObject(failed);
    expect(proxy.asked).toHaveLength(1);
    expect(target.seen).toEqual([]);
  });

  test('times out with a proxy that never answers', async () => {
    const { http, proxy } = await stage({ behaviour: 'is silent' });
    expect(await http.send(request('http://hooks.test/', { timeoutMs: 300 }))).toMatchObject({ kind: 'timeout' });
    expect(proxy.asked).toHaveLength(1);
  });
});
