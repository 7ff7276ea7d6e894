import { setTimeout as sleep } from 'node:timers/promises';
import { startService } from '../../../bench/support/start-service.ts';
import { registerUrl } from '../../agent/support/built-agent.ts';
import { freePort } from '../../support/free-port.ts';
import { call, completed, type RunningService } from '../../support/running-service.ts';
import type { Application, PlantedChange } from './application.ts';
import { startDatabases } from './databases.ts';
import { installApplication } from './install-application.ts';
import { runToItsEnd } from './run-to-its-end.ts';
import { startApplication } from './start-application.ts';
import { type SentRequest, trafficClient } from './traffic-client.ts';

const STORED_MS = 60_000;

/** What a replay of a recorded application gave. */
export interface ReplayOutcome {
  state: string;
  // The poll response is printed and counted, and no test relies on it.
  run: ReturnType<typeof JSON.parse>;
  // As above, for each request.
  results: ReturnType<typeof JSON.parse>[];
  output: string;
}

export interface RecordedApplication {
  sent: readonly SentRequest[];
  operations: number;
  /** Replays the recording against a build with the change, databases stopped. */
  replay(planted?: PlantedChange): Promise<ReplayOutcome>;
}

/** Records what users do with an application, then stops it and its databases for good. */
export async function recordApplication(
  application: Application,
  running: AsyncDisposableStack,
): Promise<RecordedApplication> {
  const folder = installApplication(application);
  const databases = await startDatabases(application.name);
  const stopDatabases = once(databases.stop);
  running.defer(stopDatabases);
  const service = await startService(running, { SVC_NOISE_REDUCTION: 'rules' });
  const port = await freePort();
  const env = application.env({ port, ...databases });

  if (application.setUp) runToItsEnd(application.setUp, { folder, env });
  const empty = await startApplication({ application, folder, port, env });
  await empty.stop();

  const agent = {
    SVC_URL: service.url,
    REPLAY_APP: application.name,
    SVC_TOKEN: await agentKey(service),
    ...application.agentEnv,
  };
  const register = await registerUrl();
  const start = (mode: string, planted?: PlantedChange) =>
    startApplication({
      application,
      folder,
      port,
      env: { ...env, ...agent, REPLAY_MODE: mode },
      nodeArguments: ['--import', register],
      ...(planted && { planted }),
    });

  const recorded = await start('record');
  running.defer(recorded.stop);
  const client = trafficClient(`http://127.0.0.1:${port}`);
  try {
    await application.traffic(client);
  } catch (cause) {
    throw new Error(`the traffic failed; the application said:\n${recorded.output()}`, { cause });
  }
  await stored(service, application.name, client.sent);
  await recorded.stop();
  await stopDatabases();
  for (const { operation, path } of application.ignored ?? []) {
    const rule = { kind: 'ignore', operation, path };
    const { status, text } = await call(service.url, 'POST', `/api/apps/${application.name}/compare-rules`, rule);
    if (status !== 201) throw new Error(`the rule for ${path} was refused: ${text}`);
  }
  const { body } = await call(service.url, 'GET', `/api/recorder/apps/${application.name}/operations`);

  return {
    sent: client.sent,
    operations: body.items.length,
    async replay(planted) {
      const build = await start('replay', planted);
      try {
        const targetEnv = `http://127.0.0.1:${port}`;
        const trigger = { appId: application.name, targetEnv };
        const started = await call(service.url, 'POST', '/openapi/v1/replay-triggers', trigger);
        if (started.body.planId === null) throw new Error(`not started: ${started.text}`);
        const run = await completed(service.url, started.body.planId);
        const results = await allResults(service, started.body.planId);
        return { state: run.findings.state, run, results, output: build.output() };
      } finally {
        await build.stop();
      }
    },
  };
}

async function agentKey({ url }: RunningService): Promise<string> {
  const { body } = await call(url, 'POST', '/api/api-keys', { name: 'agent', scopes: ['record', 'agent'] });
  return body.body.key;
}

/** Waits until the service has every request that was sent; the application may have sent some to itself. */
async function stored(service: RunningService, appId: string, sent: readonly SentRequest[]): Promise<void> {
  const deadline = performance.now() + STORED_MS;
  let missing: string[] = [];
  while (performance.now() < deadline) {
    const cases = await everyPage(service, `/api/recorder/apps/${appId}/cases?limit=100`);
    const known = await Promise.all(
      cases.map(async ({ caseId }) => {
        const { request } = (await call(service.url, 'GET', `/api/recorder/cases/${caseId}`)).body;
        return `${request.method} ${request.path}`;
      }),
    );
    missing = sent
      .map(({ method, path }) => `${method} ${path}`)
      .filter((request) => {
        const at = known.indexOf(request);
        if (at >= 0) known.splice(at, 1);
        return at < 0;
      });

    if (missing.length === 0) return;
    await sleep(500);
  }
  throw new Error(`${missing.length} of ${sent.length} requests were not recorded: ${missing.join(', ')}`);
}

/** Every result of a run, each with its differences and calls. */
async function allResults(service: RunningService, planId: string): Promise<unknown[]> {
  const heads = await everyPage(service, `/api/replays/${planId}/cases?limit=100`);
  return Promise.all(
    heads.map(async ({ planItemId }) => {
      const { body } = await call(service.url, 'GET', `/api/replays/${planId}/cases/${planItemId}`);
      return body;
    }),
  );
}

/** What both lists show of their items. */
interface Listed {
  planItemId: string;
  caseId: string;
}

async function everyPage({ url }: RunningService, path: string): Promise<Listed[]> {
  const items: Listed[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const { body }: { body: { items: Listed[]; nextCursor: string | null } } = await call(
      url,
      'GET',
      `${path}${cursor && `&cursor=${encodeURIComponent(cursor)}`}`,
    );
    items.push(...body.items);
    cursor = body.nextCursor;
  }
  return items;
}

function once(action: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | undefined;
  return () => {
    done ??= action();
    return done;
  };
}
