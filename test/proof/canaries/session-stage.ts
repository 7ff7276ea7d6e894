import { json, openTarget } from '../../support/fakes/recorded-target.ts';
import { freePort } from '../../support/free-port.ts';
import { call, completed, startProcess, temporaryDataDir } from '../../support/running-service.ts';
import { FRAMEWORKS, type FrameworkCall, type Login } from './session-frameworks.ts';

const NAMES = Object.keys(FRAMEWORKS);

/** A recorded login, and the request after it. */
function recordedCases(name: string, login: Login, at: number) {
  const one = (path: string, method: string, headers: unknown[], answer: Partial<Login>, calls: FrameworkCall[]) => ({
    appId: 'shop',
    caseId: `${name}${path.replaceAll('/', '-')}`,
    operation: `/${name}${path}`,
    recordedAt: new Date(at + (method === 'POST' ? 0 : 500)).toISOString(),
    request: { method, path: `/${name}${path}`, headers, body: method === 'POST' ? '{"user":"ada"}' : null },
    response: {
      status: 200,
      headers: [['content-type', 'application/json'], ...(answer.headers ?? [])],
      body: JSON.stringify(answer.body),
    },
    calls: calls.map((made) => ({ ...made, durationMs: 1 })),
  });
  return [
    one('/login', 'POST', [['content-type', 'application/json']], login, login.calls),
    one('/me', 'GET', [login.sent], { body: { user: 1 } }, login.read),
  ];
}

/**
 * A service that has recorded and replayed logins of frameworks, whose builds issue other sessions: once with
 * downstream calls that recordings answer, and once with calls that are made for real and reported.
 */
export async function sessionStage() {
  const { dataDir, remove } = temporaryDataDir();
  const secrets: string[] = [];
  const logins = new Map<string, Login>();
  const service = await startProcess({ dataDir, port: await freePort(), env: { SVC_LOG_LEVEL: 'DEBUG' } });
  const ask = async (path: string, body: unknown) => (await call(service.url, 'POST', path, body)).body;

  const target = await openTarget(async ({ url, headers }, response) => {
    const [, name = '', action] = url.split('/');
    const replayId = String(headers['x-replay-id']);
    const login = action === 'login' ? FRAMEWORKS[name]?.(true) : logins.get(name);
    if (login === undefined) return json(response, { error: 'unknown' }, 404);
    if (action === 'login') {
      logins.set(name, login);
      secrets.push(...login.secrets);
      for (const [header, value] of login.headers) response.appendHeader(header, value);
    } else if (headers[login.sent[0]] !== login.sent[1]) return json(response, { error: 'no such session' }, 401);
    const made = action === 'login' ? login.calls : login.read;
    if (headers['x-replay-mock'] === 'on') {
      for (const { response: _, ...question } of made) {
        const answer = await ask('/api/recorder/mocks/match', { replayId, call: question });
        if (!answer.matched) return json(response, { error: 'no recorded call' }, 502);
      }
      await ask(`/api/recorder/replays/${replayId}/calls`, { calls: [] });
    } else {
      await ask(`/api/recorder/replays/${replayId}/calls`, { calls: made.map((one) => ({ ...one, durationMs: 1 })) });
    }
    json(response, action === 'login' ? login.body : { user: 1 });
  });

  const recorded = NAMES.flatMap((name, index) => {
    const login = FRAMEWORKS[name]?.(false);
    if (login === undefined) return [];
    secrets.push(...login.secrets);
    return recordedCases(name, login, Date.now() - 60_000 + index * 1000);
  });
  // Agents send the login of a session earlier than the requests after it.
  const uploads = ['POST', 'GET'].map((method) => recorded.filter(({ request }) => request.method === method));
  const accepted = [];
  for (const cases of uploads) accepted.push((await call(service.url, 'POST', '/api/recorder/cases', cases)).body);
  const plans: string[] = [];
  const findings: unknown[] = [];
  for (const enableMock of [true, false]) {
    const { planId } = await ask('/openapi/v1/replay-triggers', { appId: 'shop', targetEnv: target.url, enableMock });
    findings.push((await completed(service.url, planId)).findings);
    plans.push(planId);
  }
  return {
    service,
    dataDir,
    secrets,
    accepted,
    recorded,
    plans,
    findings,
    async close() {
      await service.kill();
      await target.close();
      remove();
    },
  };
}
