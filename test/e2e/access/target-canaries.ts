import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { expect } from 'vitest';
import { call, completed, type RunningService } from '../../support/running-service.ts';
import { mailedCode } from '../../support/stages/console-stage.ts';

/** Planted in a recording, in replay.headers.set and in the login step. */
export const CANARIES = {
  recorded: 'canary-recorded-8f3a91',
  header: 'canary-header-77c2d0',
  login: 'canary-login-1be954',
};

/**
 * A server on a loopback address of its own that keeps everything that it receives. With `redirectTo`, it sends every
 * request there, with its method and body.
 */
export async function opened(host: string, redirectTo?: string) {
  let seen = '';
  const server = createServer((request, response) => {
    seen += `${request.url} ${JSON.stringify(request.rawHeaders)} `;
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => void chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks);
      seen += request.headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body;
      if (redirectTo !== undefined) response.writeHead(307, { location: `${redirectTo}${request.url}` }).end();
      else response.setHeader('content-type', 'application/json').end('{"token":"issued"}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  const { port } = server.address() as AddressInfo; // it listens on TCP
  return {
    url: `http://${host}:${port}`,
    port,
    arrived: () => Object.entries(CANARIES).flatMap(([name, canary]) => (seen.includes(canary) ? name : [])),
    isAsked: () => seen !== '',
    has: (text: string) => seen.includes(text),
    forget: () => {
      seen = '';
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

export type Receiver = Awaited<ReturnType<typeof opened>>;

const recording = (appId: string) => ({
  appId,
  caseId: `${appId}-case`,
  recordedAt: new Date(Date.now() - 60_000).toISOString(),
  request: {
    method: 'GET',
    path: '/orders',
    headers: [
      ['authorization', 'Bearer old'],
      ['cookie', `sid=${CANARIES.recorded}`],
      ['x-key', 'old'],
    ],
    body: null,
  },
  response: { status: 200, headers: [], body: null, bodyEncoding: 'utf8' },
});

/** Records a case of an application and saves what its runs add. */
export async function prepared(url: string, appId: string): Promise<void> {
  await call(url, 'POST', '/api/recorder/cases', [recording(appId)]);
  const saved = await call(url, 'PUT', `/api/apps/${appId}/settings`, {
    replay: { headers: { set: { 'x-key': CANARIES.header } } },
    login: {
      request: { path: '/login', body: JSON.stringify({ password: CANARIES.login }) },
      token: { path: '$.token' },
      place: { header: 'authorization', prefix: 'Bearer ' },
    },
  });
  expect(saved.status).toBe(200);
}

/** Requests a code by mail and reads it. */
export async function codeOf({ url, dataDir }: RunningService, userName: string): Promise<string> {
  await fetch(`${url}/api/login/getVerificationCode/${encodeURIComponent(userName)}`);
  await expect.poll(() => mailedCode(dataDir, userName)).not.toBeNull();
  return mailedCode(dataDir, userName) ?? '';
}

/** The canaries that a run brought to a receiver. */
export async function arrivedAt(receiver: Receiver, service: RunningService, planId: string | null) {
  expect(planId).not.toBeNull();
  await completed(service.url, planId ?? '');
  const arrived = receiver.arrived();
  receiver.forget();
  return arrived;
}

/** Targets that are spelled like the allowed one and lead elsewhere. */
export const hostileTo = (allowed: Receiver, foreign: Receiver): string[] => [
  `http://127.0.0.2:${allowed.port}@127.0.0.3:${foreign.port}`,
  `http://127.0.0.3:${foreign.port}/${allowed.url}`,
  `http://127.0.0.3:${foreign.port}/?${allowed.url}`,
  `http://127.0.0.2:${foreign.port}`,
  `http://127.0.0.2.evil.test:${allowed.port}`,
  allowed.url.replace('http:', 'https:'),
];
