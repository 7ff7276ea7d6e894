import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { Hono } from 'hono';
import { afterEach, describe, expect, test } from 'vitest';
import { JSON_BODY, ok, openApiErrors, type Route } from '../../../../functions/platform/http/api.ts';
import { application } from '../../../../functions/platform/http/application.ts';
import { bodyLimits } from '../../../../functions/platform/http/bodies/body-room.ts';
import { familiesOf } from '../../../../functions/platform/http/families.ts';
import { type Gateway, openGateway } from '../../../../functions/platform/standalone/gateway/gateway.ts';
import { silentLog } from '../../../contracts/silent-log.ts';

const MAX = 50;
const HEAD = 'POST /openapi/v1/things HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n';
const sockets: Socket[] = [];
let gateway: Gateway;
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await gateway.close();
});

async function opened({
  timeoutMs = 30_000,
  answer = async () => ok({ done: true }),
}: {
  timeoutMs?: number;
  answer?: Route['answer'];
} = {}) {
  const route: Route = {
    method: 'POST',
    path: '/openapi/v1/things',
    scope: null,
    body: JSON_BODY,
    errors: openApiErrors,
    doc: { id: 'thing', tag: 'Runs', summary: 'a thing', responses: {} },
    answer,
  };
  const names = { publicUrl: 'http://localhost', allowedHosts: [] };
  const newId = () => 'f'.repeat(32);
  const app: Hono = application({
    families: familiesOf([route], { openApi: true, openApiToken: null, ...names }),
    world: { now: Date.now, newId, log: silentLog },
    callerOf: async () => null,
    bodies: bodyLimits({ maxBytes: 8 * 1024 * 1024, timeoutMs }),
  });
  const options = { host: '127.0.0.1', port: 0, basicAuth: null, ...names, newId, now: Date.now };
  gateway = await openGateway(app, { ...options, maxConnections: MAX });
}

/** Opens a connection and sends this much of a request. */
async function held(text: string): Promise<Socket> {
  const socket = connect(gateway.port, '127.0.0.1').on('error', () => {});
  sockets.push(socket);
  await once(socket, 'connect');
  if (text !== '') socket.write(text);
  return socket;
}

const asked = async () => {
  const url = `http://127.0.0.1:${gateway.port}/openapi/v1/things`;
  const answer = await fetch(url, { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } });
  return answer.status;
};

describe('clients that occupy connections', () => {
  test.for<[string, string]>([
    ['idle', ''],
    ['with half a head', 'POST /openapi/v1/things HTTP/1.1\r\nhost: loc'],
    ['with half a body', `${HEAD}content-length: 10\r\n\r\n{"a"`],
    ['with a chunk and no end', `${HEAD}transfer-encoding: chunked\r\n\r\n1\r\n{\r\n`],
  ])('do not block other clients with ten times the limit of connections, %s', async ([, text]) => {
    await opened();
    const all = await Promise.all(Array.from({ length: 10 * MAX }, () => held(text)));
    for (let count = 0; count < 20; count++) expect(await asked()).toBe(200);
    await expect.poll(() => all.filter((socket) => !socket.resume().closed).length).toBeLessThanOrEqual(MAX);
  });

  test('keep their connections while they are served, and a further one is closed', async () => {
    const gate = Promise.withResolvers<void>();
    let served = 0;
    await opened({
      answer: async () => {
        served++;
        await gate.promise;
        return ok({});
      },
    });
    const all = await Promise.all(Array.from({ length: MAX }, () => held(`${HEAD}content-length: 2\r\n\r\n{}`)));
    await expect.poll(() => served).toBe(MAX);
    const further = await held('');
    await once(further.resume(), 'close');
    const answers = all.map(async (socket) => String((await once(socket, 'data'))[0]));
    gate.resolve();
    for (const answer of await Promise.all(answers)) expect(answer).toMatch(/^HTTP\/1\.1 200 /);
  });
});

test('a body that does not arrive is answered with 408 in the form of its family, and its connection ends', async () => {
  await opened({ timeoutMs: 50 });
  const socket = await held(`${HEAD}content-length: 10\r\n\r\n{"a"`);
  const parts: string[] = [];
  socket.on('data', (data) => parts.push(String(data)));
  await once(socket, 'close');
  expect(parts.join('')).toMatch(/^HTTP\/1\.1 408 /);
  expect(parts.join('')).toContain('"errorCode":"REQUEST_TIMEOUT"');
  expect(await asked()).toBe(200);
});
