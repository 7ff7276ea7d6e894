import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import type { Duplex } from 'node:stream';
import { text } from 'node:stream/consumers';
import { connect as connectTls } from 'node:tls';
import { type LeafCertificates, leafCertificates } from '../../proxies/certificates/leaf-certificates.ts';
import { caCertificatePath, createCa } from '../../proxies/certificates/local-ca.ts';
import type { Destinations } from '../../proxies/http/destinations.ts';
import { forwardProxy } from '../../proxies/http/forward-proxy.ts';
import { mockHttp } from '../../proxies/http/mock-http.ts';
import type { recorderStage } from '../cli/record/recorder-stage.ts';
import { temporaryDataDir } from '../support/running-service.ts';

interface Asked {
  method?: string;
  path: string;
  headers?: Record<string, string>;
  body?: string;
}

interface Answered {
  status: number;
  headers: IncomingMessage['headers'];
  text: string;
}

export type Send = (asked: Asked) => Promise<Answered>;

/** Opens a way to the service at a URL. `where`: what our own proxies may connect to. */
type Way = (service: string, where: Destinations) => Promise<Send>;

const HOST = '127.0.0.1';
const MISSED = { matched: false, reason: 'MOCKING_OFF', nearest: [], onMiss: 'passThrough' } as const;

/** Headers that belong to one connection. */
const OF_CONNECTION = new Set(['connection', 'host', 'transfer-encoding']);

/** The ways that a request may take to a service: directly, through our own proxies, and through those of others. */
export function proxyWays({ cleanUps, listen, record, raw }: ReturnType<typeof recorderStage>) {
  async function opened(url: string): Promise<Duplex> {
    const socket = connect(Number(new URL(url).port), HOST);
    cleanUps.push(() => void socket.destroy());
    await once(socket, 'connect');
    return socket;
  }

  /** Sends a request over a stream of its own; `at` is written before its path. */
  const over =
    (stream: () => Promise<Duplex>, host: string, at = ''): Send =>
    async ({ method = 'GET', path, headers = {}, body }) => {
      const socket = await stream();
      const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
      const sent = request({
        // what node:http uses of a socket, a stream has
        createConnection: () => socket as never,
        method,
        path: `${at}${path}`,
        headers: { host, connection: 'close', ...length, ...headers },
      });
      sent.end(body);
      const [answer] = (await once(sent, 'response')) as [IncomingMessage];
      return { status: answer.statusCode ?? 0, headers: answer.headers, text: await text(answer) };
    };

  const to = (url: string, host: string, at = ''): Send => over(() => opened(url), host, at);

  async function forwarding(as: 'record' | 'mock', where: Destinations, certificates: LeafCertificates | null = null) {
    const { recorder } = await record('http://127.0.0.1:9', { destinations: where });
    const mock = mockHttp({
      matches: { match: async () => MISSED, matchStartup: async () => MISSED },
      maxBodyBytes: 1000,
      startupPassThrough: false,
      counts: { answered: 0, passedThrough: 0, defaults: 0, missed: 0, refused: 0 },
      destinations: where,
      now: Date.now,
    });
    cleanUps.push(mock.close);
    const answer = as === 'record' ? recorder.call : mock.answer;
    const proxy = forwardProxy({
      // In front of the service something ends TLS without a trace, as stunnel does.
      answer: (incoming, response, callee) =>
        answer(incoming, response, { ...callee, url: new URL(callee.url.href.replace('https:', 'http:')) }),
      upgrade: recorder.passOn,
      onRefusal: () => {},
      destinations: where,
      downstream: new Map(),
      certificates,
      tunnel: [],
      tunnelsUnreadable: false,
      say: () => {},
    });
    cleanUps.push(proxy.close);
    return listen(proxy.server);
  }

  async function tunnel(proxy: string, host: string): Promise<Duplex> {
    const socket = await opened(proxy);
    socket.write(`CONNECT ${host} HTTP/1.1\r\nHost: ${host}\r\n\r\n`);
    await once(socket, 'data');
    return socket;
  }

  const connecting =
    (as: 'record' | 'mock'): Way =>
    async (service, where) => {
      const [{ host }, proxy] = [new URL(service), await forwarding(as, where)];
      return over(() => tunnel(proxy, host), host);
    };

  const intercepted =
    (as: 'record' | 'mock'): Way =>
    async (service, where) => {
      const { host } = new URL(service);
      const home = temporaryDataDir();
      cleanUps.push(home.remove);
      const folder = `${home.dataDir}/ca`;
      const proxy = await forwarding(
        as,
        where,
        await leafCertificates(await createCa(folder, Date.now(), [HOST]), Date.now),
      );
      const ca = readFileSync(caCertificatePath(folder), 'utf8');
      return over(async () => {
        const secure = connectTls({ socket: await tunnel(proxy, host), ca, host: HOST });
        cleanUps.push(() => void secure.destroy());
        await once(secure, 'secureConnect');
        return secure;
      }, host);
    };

  /** A reverse proxy as nginx is one: it names its upstream as Host and passes other headers on. */
  const reverse =
    (version: '1.0' | '1.1', added: readonly string[]): Way =>
    async (service) => {
      const { host } = new URL(service);
      const proxy = createServer(async (incoming, response) => {
        const body = await text(incoming);
        const headers = Object.entries(incoming.headers).flatMap(([name, value]) =>
          OF_CONNECTION.has(name) ? [] : [`${name}: ${value}`],
        );
        const lines = [`${incoming.method} ${incoming.url} HTTP/${version}`, `Host: ${host}`, 'Connection: close'];
        const head = [...lines, ...headers, ...added].join('\r\n');
        response.socket?.end(await raw(service, `${head}\r\n\r\n${body}`), 'latin1');
      });
      return to(await listen(proxy), host);
    };

  const directly: Way = async (service) => to(service, new URL(service).host);

  const own: Readonly<Record<string, Way>> = {
    'replay record': async (service, where) =>
      to((await record(service, { destinations: where })).base, new URL(service).host),
    'the forward proxy of replay record': async (service, where) =>
      to(await forwarding('record', where), new URL(service).host, service),
    'CONNECT of replay record': connecting('record'),
    'intercepted TLS of replay record': intercepted('record'),
    'the forward proxy of replay mock': async (service, where) =>
      to(await forwarding('mock', where), new URL(service).host, service),
    'CONNECT of replay mock': connecting('mock'),
    'intercepted TLS of replay mock': intercepted('mock'),
  };

  const others: Readonly<Record<string, Way>> = {
    'a reverse proxy with HTTP/1.0': reverse('1.0', []),
    'a reverse proxy with HTTP/1.1 and X-Forwarded-For': reverse('1.1', ['X-Forwarded-For: 203.0.113.7']),
    'a reverse proxy with HTTP/1.1 and Via': reverse('1.1', ['Via: 1.1 other']),
  };

  return { directly, own, others };
}
