import { createServer, type IncomingHttpHeaders, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { replay } from './run-replay.ts';

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const ARGUMENTS = ['logs', TRACE, '--since', '2026-11-20T10:00:00Z', '--until', '2026-11-20T10:05:00Z', '--json'];
const ROWS = { lookup: {}, rows: [{ body: 'one' }, { body: 'two' }], warnings: ['a warning'] };

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

async function serving(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // it listens on a port
}

/** A service that answers a lookup with this address. */
const leadingTo = (url: string, type = 'application/json; charset=utf-8') =>
  serving((_, response) => {
    response.writeHead(307, { location: url, 'content-type': type }).end(JSON.stringify({ url }));
  });

const run = (url: string) => replay(ARGUMENTS, { SVC_URL: url, SVC_TOKEN: 'rk_secret', HOME: '/nonexistent' });

test('replay logs reads rows at the address that the service names, without its credential', async () => {
  const seen: { url: string | undefined; headers: IncomingHttpHeaders }[] = [];
  const store = await serving(({ url, headers }, response) => {
    seen.push({ url, headers });
    response.end(JSON.stringify(ROWS));
  });
  const { code, stdout } = await run(await leadingTo(`${store}/uploads/lookups/log-rows.json?X-Amz-Signature=s`));
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ rows: ROWS.rows, warnings: ROWS.warnings });
  expect(seen.map(({ url }) => url)).toEqual(['/uploads/lookups/log-rows.json?X-Amz-Signature=s']);
  expect(JSON.stringify(seen[0]?.headers)).not.toContain('rk_secret');
});

test('replay logs names the host of rows that it may not read, and never their address', async () => {
  const store = await serving((_, response) => {
    response.writeHead(403).end('<Error><Code>AccessDenied</Code></Error>');
  });
  const { code, stdout, stderr } = await run(await leadingTo(`${store}/rows?X-Amz-Signature=s`));
  expect(code).not.toBe(0);
  expect(stderr).toContain(`they were not read at ${new URL(store).host}: HTTP 403`);
  expect(stdout + stderr).not.toContain('X-Amz-Signature');
});

test('replay logs does not follow a login page in front of the service', async () => {
  let asked = 0;
  const page = await serving((_, response) => {
    asked++;
    response.end('<html>');
  });
  const { stderr } = await run(await leadingTo(page, 'text/html'));
  expect(stderr).toContain('a redirect, as a login page');
  expect(asked).toBe(0);
});
