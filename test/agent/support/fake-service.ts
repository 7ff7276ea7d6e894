import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair } from 'jose';
import { TEST_REPLAY_KEY } from './replay-headers.ts';

/** A recorded case, as the agent sent it. */
export interface SentCase {
  caseId: string;
  traceId: string;
  request: { method: string; path: string; headers: [string, string][]; body: string | null; bodyEncoding: string };
  response: { status: number; headers: [string, string][]; body: string | null; bodyEncoding: string };
  calls: SentCall[];
}

/** A recorded, asked or reported call. */
export interface SentCall {
  kind: string;
  target: string;
  operation: string;
  request: Record<string, unknown>;
  response?: unknown;
  error?: string | null;
}

/** The endpoints of the service that agents use, with the simplest matching. */
export interface FakeService {
  url: string;
  cases: SentCase[];
  startup: SentCall[];
  /** Calls asked for in replays. */
  asked: SentCall[];
  /** Reports of calls made for real. */
  reports: { replayId: string; calls: SentCall[] }[];
  /** Begins the replay of a case; returns its id. */
  begin(recorded: SentCase, more?: { enableMock?: boolean; onMiss?: string }): string;
  /** Resolves when so many cases have arrived. */
  hasCases(count: number): Promise<void>;
  /** Requests for the keys of replays. */
  keysAsked(): number;
  /** Accepts requests on this path and answers none; null: answers again. */
  hangOn(path: RegExp | null): void;
  /** Answers with this status from now on, on some paths or on each; null: as it should. */
  failWith(status: number | null, path?: string | RegExp): void;
  close(): Promise<void>;
}

interface Replay {
  recorded: SentCase;
  used: Set<number>;
  enableMock: boolean;
  onMiss: string;
}

/** Starts the service on a free port, or on a given one. */
export async function fakeService(port = 0): Promise<FakeService> {
  const replays = new Map<string, Replay>();
  const service: Pick<FakeService, 'cases' | 'startup' | 'asked' | 'reports'> = {
    cases: [],
    startup: [],
    asked: [],
    reports: [],
  };
  let failure: { status: number; path: string | RegExp | undefined } | null = null;
  let hanging: RegExp | null = null;
  let keysAsked = 0;
  let waiting: { count: number; resolve(): void }[] = [];
  let count = 0;

  function match(item: { replayId?: string; startup?: boolean; call: SentCall }): object {
    const { replayId, call } = item;
    service.asked.push(call);
    const key = keyOf(call);
    if (replayId === undefined) {
      const known = service.startup.findLast((one) => keyOf(one) === key);
      return known ? answerOf(known, 0, 'exact') : miss('NO_CALL_RECORDED', 'fail');
    }
    const replay = replays.get(replayId);
    if (!replay) return { errorCode: 'REPLAY_NOT_FOUND', errorMessage: 'no such replay' };
    if (!replay.enableMock) return miss('MOCKING_OFF', 'passThrough');
    const { calls } = replay.recorded;
    const at = calls.findIndex((one, index) => keyOf(one) === key && !replay.used.has(index));
    const found = calls[at];
    if (found === undefined) return miss('NO_MATCH', replay.onMiss);
    replay.used.add(at);
    return answerOf(found, at, 'exact');
  }

  const server = createServer((request, response) => {
    void (async () => {
      const text = await textOf(request);
      const send = (status: number, body: unknown) => {
        response.writeHead(status, { 'content-type': 'application/json' });
        response.end(JSON.stringify(body));
      };
      const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
      if (hanging?.test(pathname)) return;
      if (failure !== null && isOn(failure.path ?? pathname, pathname))
        return send(failure.status, { errorCode: 'UNAVAILABLE', errorMessage: 'away' });
      const [, replayId, more] = /^\/api\/recorder\/replays\/([^/]+)(\/calls)?$/.exec(pathname) ?? [];
      const replay = replays.get(replayId ?? '');
      if (pathname === '/api/recorder/cases') {
        const lines = text.split('\n').filter(Boolean);
        service.cases.push(...lines.map((line) => JSON.parse(line)));
        const [arrived, others] = [
          waiting.filter((one) => one.count <= service.cases.length),
          waiting.filter((one) => one.count > service.cases.length),
        ];
        waiting = others;
        for (const { resolve } of arrived) resolve();
        return send(200, { accepted: lines.length, duplicates: 0, rejected: [] });
      }
      if (pathname === '/api/recorder/apps/shop/replay-keys') {
        keysAsked++;
        return send(200, { keys: [TEST_REPLAY_KEY] });
      }
      if (pathname === '/api/recorder/public-key') return send(200, await publicKey());
      if (pathname === '/api/recorder/mocks/match') return send(200, match(JSON.parse(text)));
      if (pathname === '/api/recorder/mocks/match-batch')
        return send(200, { items: JSON.parse(text).items.map(match) });
      if (pathname.endsWith('/startup-calls')) {
        service.startup.push(...JSON.parse(text).calls);
        return send(200, {});
      }
      if (replayId === undefined || !replay) return send(404, { errorCode: 'REPLAY_NOT_FOUND', errorMessage: 'none' });
      if (more === undefined)
        return send(200, {
          replayId,
          caseId: replay.recorded.caseId,
          recordedAt: (replay.recorded as unknown as { recordedAt: string }).recordedAt,
          enableMock: replay.enableMock,
        });
      if (request.method === 'POST') {
        service.reports.push({ replayId, calls: JSON.parse(text).calls });
        return send(200, { accepted: 0, rejected: [] });
      }
      const items = replay.recorded.calls
        .map((call, callId) => ({ ...call, callId: String(callId) }))
        .filter(({ kind, target }) => kind === searchParams.get('kind') && target === searchParams.get('target'));
      send(200, { items });
    })();
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const { port: taken } = server.address() as AddressInfo; // it listens on TCP
  return {
    ...service,
    url: `http://127.0.0.1:${taken}`,
    begin: (recorded, { enableMock = true, onMiss = 'fail' } = {}) => {
      const replayId = (++count).toString(16).padStart(24, '0');
      replays.set(replayId, { recorded, used: new Set(), enableMock, onMiss });
      return replayId;
    },
    hasCases: (wanted) =>
      service.cases.length >= wanted
        ? Promise.resolve()
        : new Promise((resolve) => {
            waiting.push({ count: wanted, resolve });
          }),
    keysAsked: () => keysAsked,
    hangOn: (path) => {
      hanging = path;
    },
    failWith: (status, path) => {
      failure = status === null ? null : { status, path };
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const isOn = (path: string | RegExp, pathname: string): boolean =>
  typeof path === 'string' ? path === pathname : path.test(pathname);

async function publicKey(): Promise<object> {
  const { publicKey: key } = await generateKeyPair('ECDH-ES+A256KW', { crv: 'P-256', extractable: true });
  return { ...(await exportJWK(key)), kid: '1', use: 'enc', alg: 'ECDH-ES+A256KW' };
}

/** Headers differ from run to run. */
const keyOf = ({ kind, target, operation, request: { headers: _, ...request } }: SentCall): string =>
  JSON.stringify([kind, target, operation, request]);

const answerOf = ({ response, error }: SentCall, at: number, strategy: string) => ({
  matched: true,
  strategy,
  callId: String(at),
  response,
  error,
  durationMs: 0,
});

const miss = (reason: string, onMiss: string) => ({ matched: false, reason, nearest: [], onMiss });

async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  request.setEncoding('utf8');
  for await (const chunk of request) text += chunk;
  return text;
}
