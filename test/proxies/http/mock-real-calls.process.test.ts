import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { describe, expect, test } from 'vitest';
import { leafCertificates } from '../../../proxies/certificates/leaf-certificates.ts';
import { createCa } from '../../../proxies/certificates/local-ca.ts';
import type { MatchAnswer } from '../../../proxies/downstream.ts';
import { forwardProxy } from '../../../proxies/http/forward-proxy.ts';
import { mockHttp } from '../../../proxies/http/mock-http.ts';
import { ANYWHERE, recorderStage } from '../../cli/record/recorder-stage.ts';
import { temporaryDataDir } from '../../support/running-service.ts';

const { cleanUps, listen } = recorderStage();

const miss = (reason: Extract<MatchAnswer, { matched: false }>['reason'], onMiss: 'fail' | 'passThrough' = 'fail') =>
  ({ matched: false, reason, nearest: [], onMiss }) satisfies MatchAnswer;

interface Staged {
  answer: MatchAnswer;
  startupPassThrough?: boolean;
}

/** The forward proxy of `replay mock`, with a real service that answers HTTP and counts connections. */
async function staged({ answer, startupPassThrough = false }: Staged) {
  let connections = 0;
  const real = createServer((socket: Socket) => {
    connections++;
    socket.on('error', () => socket.destroy());
    socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: 4\r\n\r\nreal'));
  });
  await new Promise<void>((resolve) => real.listen(0, '127.0.0.1', resolve));
  cleanUps.push(() => void real.close());
  const { port } = real.address() as AddressInfo; // it listens on TCP
  const home = temporaryDataDir();
  cleanUps.push(home.remove);
  const ca = await createCa(`${home.dataDir}/ca`, Date.now(), ['127.0.0.1']);
  const mock = mockHttp({
    // What the service answers of a call at the start that it does not know.
    matches: { match: async () => answer, matchStartup: async () => miss('NO_CALL_RECORDED', 'passThrough') },
    maxBodyBytes: 1000,
    startupPassThrough,
    counts: { answered: 0, passedThrough: 0, defaults: 0, missed: 0, refused: 0 },
    destinations: ANYWHERE,
    now: Date.now,
  });
  cleanUps.push(mock.close);
  const proxy = forwardProxy({
    answer: mock.answer,
    upgrade: async (_, socket) => void socket.destroy(),
    onRefusal: () => {},
    destinations: ANYWHERE,
    // A listed service: calls to its address are answered under its name.
    downstream: new Map([['inventory', new URL(`http://127.0.0.1:${port}`)]]),
    certificates: await leafCertificates(ca, Date.now),
    tunnel: [],
    tunnelsUnreadable: false,
    say: () => {},
  });
  const base = new URL(await listen(proxy.server));
  cleanUps.push(proxy.close);

  async function sent(form: Form, method: string, headers: string): Promise<string> {
    const authority = `127.0.0.1:${port}`;
    const socket = connect(Number(base.port), base.hostname);
    cleanUps.push(() => void socket.destroy());
    return form({ socket, authority, method, headers });
  }
  return { sent, connections: () => connections };
}

interface Asked {
  socket: Socket;
  authority: string;
  method: string;
  /** Each ends with a line break. */
  headers: string;
}
type Form = (asked: Asked) => Promise<string>;

/** What arrives until the connection closes. */
async function received(socket: Socket): Promise<string> {
  const parts: Buffer[] = [];
  socket.on('error', () => {});
  socket.on('data', (part: Buffer) => parts.push(part));
  if (!socket.closed) await once(socket, 'close');
  return Buffer.concat(parts).toString();
}

async function connected({ socket, authority }: Asked): Promise<void> {
  socket.write(`CONNECT ${authority} HTTP/1.1\r\nhost: ${authority}\r\n\r\n`);
  expect(String((await once(socket, 'data'))[0])).toContain(' 200 ');
}

const requestOf = ({ method, authority, headers }: Asked, version = '1.1', path = '/stock') =>
  `${method} ${path} HTTP/${version}\r\nhost: ${authority}\r\nconnection: close\r\n${headers}\r\n`;

const FORMS: Readonly<Record<string, Form>> = {
  'a whole URL': async (asked) => {
    asked.socket.write(requestOf(asked, '1.1', `http://${asked.authority}/stock`));
    return received(asked.socket);
  },
  'a whole URL of HTTP/1.0': async (asked) => {
    asked.socket.write(requestOf(asked, '1.0', `http://${asked.authority}/stock`));
    return received(asked.socket);
  },
  'CONNECT and HTTP': async (asked) => {
    await connected(asked);
    asked.socket.write(requestOf(asked));
    return received(asked.socket);
  },
  'CONNECT and HTTP/1.0': async (asked) => {
    await connected(asked);
    asked.socket.write(requestOf(asked, '1.0'));
    return received(asked.socket);
  },
};

const UNREADABLE: Readonly<Record<string, Form>> = {
  'an upgrade': async (asked) => {
    const upgrade = `connection: upgrade\r\nupgrade: websocket\r\n${asked.headers}`;
    asked.socket.write(`GET http://${asked.authority}/ws HTTP/1.1\r\nhost: ${asked.authority}\r\n${upgrade}\r\n`);
    return received(asked.socket);
  },
  'an upgrade through CONNECT': async (asked) => {
    await connected(asked);
    const upgrade = `connection: upgrade\r\nupgrade: websocket\r\n${asked.headers}`;
    asked.socket.write(`GET /ws HTTP/1.1\r\nhost: ${asked.authority}\r\n${upgrade}\r\n`);
    return received(asked.socket);
  },
  'CONNECT and bytes': async (asked) => {
    await connected(asked);
    asked.socket.write('\0binary');
    return received(asked.socket);
  },
};

const TRACED = `traceparent: 00-${'a'.repeat(32)}-${'b'.repeat(16)}-01\r\n`;
const NOTHING: Omit<Staged, 'startupPassThrough'> = { answer: miss('REPLAY_NOT_FOUND') };

describe('a call to `replay mock` without permission for real calls', () => {
  test.for(Object.keys(FORMS))('is not sent as %s', async (name) => {
    const form = FORMS[name] as Form; // one of its keys
    for (const [staging, method, headers] of [
      [NOTHING, 'GET', ''],
      [NOTHING, 'POST', 'content-length: 0\r\n'],
      [NOTHING, 'GET', TRACED],
      [{ answer: miss('REPLAY_AMBIGUOUS') }, 'GET', ''],
      [{ answer: miss('SERVICE_UNAVAILABLE') }, 'GET', ''],
      [{ answer: miss('NO_MATCH') }, 'GET', TRACED],
      [{ ...NOTHING, startupPassThrough: true }, 'POST', 'content-length: 0\r\n'],
      [{ ...NOTHING, startupPassThrough: true }, 'OPTIONS', ''],
      [{ ...NOTHING, startupPassThrough: true }, 'GET', TRACED],
      [{ answer: miss('REPLAY_AMBIGUOUS'), startupPassThrough: true }, 'GET', ''],
      [{ answer: miss('SERVICE_UNAVAILABLE'), startupPassThrough: true }, 'GET', ''],
      [{ answer: miss('NO_MATCH'), startupPassThrough: true }, 'GET', ''],
    ] as const) {
      const stage = await staged(staging);
      const answer = await stage.sent(form, method, headers);
      expect([answer.split('\r\n', 1)[0], stage.connections()]).toEqual(['HTTP/1.1 502 Bad Gateway', 0]);
    }
  });

  test.for(Object.keys(UNREADABLE))('is not sent in the unreadable form %s', async (name) => {
    const stage = await staged({ answer: miss('NO_MATCH', 'passThrough'), startupPassThrough: true });
    await stage.sent(UNREADABLE[name] as Form, 'GET', ''); // one of its keys
    expect(stage.connections()).toBe(0);
  });

  test('is not sent as https', async () => {
    const stage = await staged(NOTHING);
    const answer = await stage.sent(
      async (asked) => {
        await connected(asked);
        const secure = connectTls({ socket: asked.socket, host: '127.0.0.1', rejectUnauthorized: false });
        await once(secure, 'secureConnect');
        secure.write(requestOf(asked));
        return received(secure);
      },
      'GET',
      '',
    );
    expect([answer.split('\r\n', 1)[0], stage.connections()]).toEqual(['HTTP/1.1 502 Bad Gateway', 0]);
  });
});

describe('a call to `replay mock` with permission for real calls', () => {
  test.for(Object.keys(FORMS))('is sent as %s, by answer of the service or option for startup', async (name) => {
    const form = FORMS[name] as Form; // one of its keys
    for (const [staging, method, headers] of [
      [{ answer: miss('NO_MATCH', 'passThrough') }, 'POST', `${TRACED}content-length: 0\r\n`],
      [{ answer: miss('MOCKING_OFF', 'passThrough') }, 'GET', TRACED],
      [{ ...NOTHING, startupPassThrough: true }, 'GET', ''],
      [{ ...NOTHING, startupPassThrough: true }, 'HEAD', ''],
    ] as const) {
      const stage = await staged(staging);
      const answer = await stage.sent(form, method, headers);
      expect([answer.split('\r\n', 1)[0], stage.connections()]).toEqual(['HTTP/1.1 200 OK', 1]);
    }
  });
});
