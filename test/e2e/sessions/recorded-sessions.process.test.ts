import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { startReplay } from '../../cli/replay-process.ts';
import { replay } from '../../cli/run-replay.ts';
import { json, type SeenRequest } from '../../support/fakes/recorded-target.ts';
import { freePort } from '../../support/free-port.ts';
import { ADMIN_KEY, call, completed } from '../../support/running-service.ts';
import { serviceAndTarget } from '../../support/stages/service-and-target.ts';

const secretOf = (user: string, kind: string) => createHash('sha256').update(`${user} ${kind}`).digest('hex');
/** Cookies and tokens that the application has issued and not taken back. */
const valid = new Set<string>();

/** A login by cookie, a token for the API, and a logout: what either needs is issued by the one before. */
function answerOf({ method, url, headers, body }: SeenRequest): { status?: number; value: object; cookie?: string } {
  const cookie = /sid=(\w+)/.exec(headers.cookie ?? '')?.[1] ?? '';
  const token = String(headers.authorization).replace('Bearer ', '');
  const [, user = ''] = /user=(\w+)/.exec(url) ?? [];
  const issue = (kind: string) => {
    valid.add(secretOf(user, kind));
    return secretOf(user, kind);
  };
  if (method === 'POST' && url.startsWith('/login'))
    return { value: { hello: user, sent: body.length }, cookie: `sid=${issue('cookie')}; Path=/; HttpOnly` };
  if (!valid.has(cookie) && !valid.has(token)) return { status: 401, value: { error: 'log in' } };
  if (url.startsWith('/token')) return { value: { accessToken: issue('token') } };
  if (!url.startsWith('/logout')) return { value: { path: url } };
  valid.delete(cookie);
  return { value: { bye: true }, cookie: 'sid=; Max-Age=0; Path=/' };
}

const stage = serviceAndTarget((request, response) => {
  const { status, value, cookie } = answerOf(request);
  if (cookie) response.setHeader('set-cookie', cookie);
  json(response, value, status);
});

type Visit = { method: string; path: string; headers: Record<string, string> };
const USERS = ['ann', 'bob'];

/** Two users, request by request in turn. */
const VISITS: Visit[] = [
  ['POST', '/login', ''],
  ['GET', '/cart', 'cookie'],
  ['POST', '/token', 'cookie'],
  ['GET', '/orders', 'token'],
  ['GET', '/me', 'token'],
  ['POST', '/logout', 'cookie'],
].flatMap(([method = '', path = '', with_ = '']) =>
  USERS.map((user) => ({
    method,
    path: `${path}?user=${user}`,
    headers: {
      ...(with_ === 'cookie' && { cookie: `theme=dark; sid=${secretOf(user, 'cookie')}` }),
      ...(with_ === 'token' && { authorization: `Bearer ${secretOf(user, 'token')}` }),
    },
  })),
);
const pathsOf = (user: string) => VISITS.map(({ path }) => path).filter((path) => path.endsWith(user));

const env = () => ({ SVC_URL: stage.service.url, SVC_TOKEN: ADMIN_KEY, HOME: stage.service.dataDir });

/** The recorded paths of each session. */
async function sessionsOf(appId: string): Promise<string[][]> {
  const { body } = await call(stage.service.url, 'GET', `/api/recorder/apps/${appId}/cases?limit=100`);
  const items: { caseId: string; session: string | null }[] = body.items;
  const cases = await Promise.all(
    items.map(async ({ caseId, session }) => ({
      session,
      path: (await call(stage.service.url, 'GET', `/api/recorder/cases/${caseId}`)).body.request.path as string,
    })),
  );
  return [...Map.groupBy(cases.toReversed(), ({ session }) => session)].map(([session, some]) => {
    expect(session).toMatch(/^s-/);
    return some.map(({ path }) => path);
  });
}

async function replayed(appId: string, more: object = {}) {
  valid.clear();
  const before = stage.target.seen.length;
  const body = { appId, targetEnv: stage.target.url, ...more };
  const { planId } = (await call(stage.service.url, 'POST', '/openapi/v1/replay-triggers', body)).body;
  const run = await completed(stage.service.url, planId);
  const { sessions } = (await call(stage.service.url, 'GET', `/api/replays/${planId}`)).body;
  const report = await fetch(`${stage.service.url}/report/${planId}?tab=details`, {
    headers: { 'x-api-key': ADMIN_KEY },
  });
  const sent = stage.target.seen.slice(before).map(({ url }) => url);
  return {
    run,
    sessions,
    report: await report.text(),
    sent: USERS.map((user) => sent.filter((url) => url.endsWith(user))),
  };
}

describe('the sessions of two users whose requests alternate (docs/sessions.md)', () => {
  test('are apart if `replay record` recorded them, and replay in order', async () => {
    const listen = `127.0.0.1:${await freePort()}`;
    const options = ['--app-id', 'recorded', '--target', stage.target.url, '--listen', listen];
    const recorder = startReplay(['record', ...options], env());
    await recorder.said('Ctrl-C ends it.');
    for (const { method, path, headers } of VISITS) {
      const answer = await fetch(`http://${listen}${path}`, { method, headers });
      expect(answer.status).toBe(200);
    }
    recorder.child.kill('SIGINT');
    expect((await recorder.ended).code).toBe(0);

    expect((await sessionsOf('recorded')).toSorted()).toEqual(USERS.map(pathsOf));
    const { run, sessions, sent } = await replayed('recorded');
    expect(run).toMatchObject({ totalCases: 12, successCases: 12 });
    expect(sessions).toEqual({ total: 2, completed: 0, cut: 0, preparation: 0 });
    expect(sent).toEqual(USERS.map(pathsOf));
  });

  test('are apart if imported from GoReplay, and a replay of one endpoint logs in first', async () => {
    const file = join(stage.service.dataDir, 'two-users.gor');
    writeFileSync(file, goReplayOf(VISITS));
    const imported = await replay(['import', file, '--app-id', 'imported'], env());
    expect(imported.code, imported.stderr).toBe(0);

    expect((await sessionsOf('imported')).toSorted()).toEqual(USERS.map(pathsOf));
    const { run, sessions, sent, report } = await replayed('imported', { operations: ['/orders'] });
    expect(run).toMatchObject({ totalCases: 2, successCases: 2 });
    expect(sessions).toEqual({ total: 2, completed: 2, cut: 0, preparation: 4 });
    expect(sent).toEqual(USERS.map((user) => ['/login', '/token', '/orders'].map((path) => `${path}?user=${user}`)));
    expect(report).toContain('4 earlier recorded requests, such as logins, were sent for that and are not counted.');
  });
});

function goReplayOf(visits: readonly Visit[]): string {
  valid.clear();
  const separator = '\n🐵🙈🙉\n';
  return visits
    .map(({ method, path, headers }, at) => {
      const {
        status = 200,
        value,
        cookie,
      } = answerOf({
        method,
        url: path,
        headers,
        rawHeaders: [],
        body: Buffer.alloc(0),
      });
      const body = JSON.stringify(value);
      const lines = Object.entries({ host: 'shop', ...headers }).map(([name, text]) => `${name}: ${text}\r\n`);
      const answered = [
        'Content-Type: application/json',
        ...(cookie ? [`Set-Cookie: ${cookie}`] : []),
        `Content-Length: ${Buffer.byteLength(body)}`,
      ];
      const id = String(at).padStart(24, '0');
      return [
        `1 ${id} ${(at + 1) * 1_000_000_000} 0\n${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n`,
        `2 ${id} ${(at + 1) * 1_000_000_000 + 1_000_000} 1000000\nHTTP/1.1 ${status} OK\r\n${answered.join('\r\n')}\r\n\r\n${body}`,
      ].join(separator);
    })
    .join(separator)
    .concat(separator);
}
