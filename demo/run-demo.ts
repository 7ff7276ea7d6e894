import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unexpectedFindings } from './check-findings.ts';
import { IGNORE_RULES } from './ignore-rules.ts';
import { PLANTED_CHANGES } from './planted-changes.ts';
import { recordingClient } from './recording-client.ts';
import { runSummary } from './run-summary.ts';
import { type ServiceClient, serviceClient } from './service-client.ts';
import { startService } from './service-process.ts';
import { type Shop, startShop } from './shop.ts';
import { v1, v2 } from './shop-builds.ts';
import { CUSTOMERS } from './shop-catalogue.ts';
import { sendTraffic } from './traffic.ts';
import { watchReplay } from './watch-replay.ts';

const APP_ID = 'demo-shop';

/** The demo's environment: its output, and a stack that ends everything it started, in reverse order. */
export interface DemoPlace {
  keep: boolean;
  running: AsyncDisposableStack;
  output: NodeJS.WriteStream;
}

type Say = (text: string) => void;

/** Runs the demo from the first recorded request to the table of findings; true when they match the planted changes. */
export async function runDemo({ keep, running, output }: DemoPlace): Promise<boolean> {
  const say: Say = (text) => output.write(`${text}\n`);
  const dataDir = await mkdtemp(join(tmpdir(), 'replay-demo-'));
  if (!keep) running.defer(() => rm(dataDir, { recursive: true, force: true }));
  const adminKey = randomBytes(24).toString('hex');
  const service = await startService({ dataDir, adminKey, running });
  const api = serviceClient(service.url, adminKey);
  say(`The service runs at ${service.url}.`);

  say('\nStep 1: record production');
  const production = running.adopt(await startShop(v1), (shop) => shop.close());
  const requests = await recordProduction(production, api, say);

  say('\nStep 2: start the new build, with four planted changes');
  const next = running.adopt(await startShop(v2), (shop) => shop.close());
  for (const { change, operation } of PLANTED_CHANGES) say(`  - ${change} (${operation})`);
  await ignoreVolatileFields(api, say);

  say(`\nStep 3: replay the recording against the new build (v2, ${next.url})`);
  const attributes = { 'service.name': APP_ID, 'vcs.ref.head.name': 'v2' };
  const planId = await api.trigger({ appId: APP_ID, targetEnv: next.url, attributes });
  say(`  POST /openapi/v1/replay-triggers started plan ${planId}`);
  const run = await watchReplay(api, planId, output);
  say(runSummary(run));

  const problems = unexpectedFindings(run, requests);
  say(problems.length === 0 ? '\nAs planted: the four changes were found, and nothing else.' : '\nNot as planted:');
  for (const problem of problems) say(`  - ${problem}`);
  if (!keep) say('npm run demo -- --keep leaves the service and both shops running, to look around.');
  else {
    say(`\nService ${service.url} (x-api-key: ${adminKey}, data in ${dataDir})`);
    say(`Shop v1 ${production.url}\nShop v2 ${next.url}\nThey run until Ctrl-C.`);
  }
  return problems.length === 0;
}

/** Sends the traffic to the shop and the recording to the service; returns the number of requests. */
async function recordProduction({ url }: Shop, { record }: ServiceClient, say: Say): Promise<number> {
  const visitor = recordingClient(url, APP_ID);
  try {
    await sendTraffic(visitor);
  } finally {
    await visitor.close();
  }
  const { recording } = visitor;
  await record(recording);
  say(
    `  ${recording.length} requests to the shop (v1, ${url}), among them ${CUSTOMERS.length} customers from login to logout;`,
  );
  say(
    '  each request went with its response to POST /api/recorder/cases. Tokens and ids of carts and orders are random.',
  );
  return recording.length;
}

/** Times and random ids are not changes of the build: one rule each ignores them in every comparison. */
async function ignoreVolatileFields({ ignore }: ServiceClient, say: Say): Promise<void> {
  for (const rule of IGNORE_RULES) await ignore(APP_ID, rule);
  say('  What changes with every run must not count, so these fields are ignored:');
  for (const { path, operation, comment } of IGNORE_RULES)
    say(`  - ${path} ${operation ? `of ${operation} ` : ''}(${comment})`);
}
