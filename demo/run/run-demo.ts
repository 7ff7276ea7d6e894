import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { buildAgent } from '../../agent/build.ts';
import { startCache } from '../downstreams/cache.ts';
import { startInventory } from '../downstreams/inventory.ts';
import { startDatabase } from '../downstreams/orders-database.ts';
import { CUSTOMERS } from '../shop/catalogue.ts';
import { unexpectedFindings } from './check-findings.ts';
import { IGNORE_RULES } from './ignore-rules.ts';
import { PLANTED_CHANGES } from './planted-changes.ts';
import { runSummary } from './run-summary.ts';
import { type ServiceClient, serviceClient } from './service-client.ts';
import { startService } from './service-process.ts';
import { type Downstreams, startShopProcess } from './shop-process.ts';
import { sendTraffic } from './traffic.ts';
import { visitor } from './visitor.ts';
import { watchReplay } from './watch-replay.ts';

const APP_ID = 'demo-shop';
const RECORDING_MS = 20_000;
const POLL_MS = 100;

/** The demo's environment: its output, and a stack that ends everything it started, in reverse order. */
export interface DemoLocation {
  keep: boolean;
  running: AsyncDisposableStack;
  output: NodeJS.WriteStream;
}

type Say = (text: string) => void;

/** Runs the demo from the first recorded request to the table of findings; true when they match the planted changes. */
export async function runDemo({ keep, running, output }: DemoLocation): Promise<boolean> {
  const say: Say = (text) => output.write(`${text}\n`);
  const dataDir = await mkdtemp(join(tmpdir(), 'replay-demo-'));
  if (!keep) running.defer(() => rm(dataDir, { recursive: true, force: true }));
  const adminKey = randomBytes(24).toString('hex');
  const service = await startService({ dataDir, adminKey, running });
  const api = serviceClient(service.url, adminKey);
  say(`The service runs at ${service.url}.`);

  say('\nStep 1: record production');
  const production = running.use(new AsyncDisposableStack());
  const downstreams = await startDownstreams(production);
  const agent = {
    folder: await buildAgent(join(dataDir, 'agent')),
    service: service.url,
    appId: APP_ID,
    key: adminKey,
  };
  const shop = await startShopProcess({ build: 'v1', agent, downstreams, running: production });
  const requests = await recordProduction(shop.url, api, say);
  await production.disposeAsync();
  say('  The shop, its database, its cache and its inventory service are stopped.');

  say('\nStep 2: start the new build, with six planted changes');
  const next = await startShopProcess({ build: 'v2', agent, downstreams, running });
  for (const { change, operation } of PLANTED_CHANGES) say(`  - ${change} (${operation})`);
  await ignoreVolatileFields(api, say);

  say(`\nStep 3: replay the recording against the new build (v2, ${next.url})`);
  const attributes = {
    'service.name': APP_ID,
    'vcs.change.title': 'Split heavy parcels before asking for rates',
    'vcs.ref.head.name': 'v2',
  };
  const planId = await api.trigger({ appId: APP_ID, targetEnv: next.url, attributes });
  say(`  POST /openapi/v1/replay-triggers started plan ${planId}`);
  const run = await watchReplay(api, planId, output);
  const calls = await api.calls(planId);
  say(runSummary(run, calls));

  const problems = unexpectedFindings(run, { requests, calls });
  say(problems.length === 0 ? '\nAs planted: the six changes were found, and nothing else.' : '\nNot as planted:');
  for (const problem of problems) say(`  - ${problem}`);
  if (!keep) say('npm run demo -- --keep leaves the service and the new build running, to look around.');
  else {
    say(`\nService ${service.url} (x-api-key: ${adminKey}, data in ${dataDir})`);
    const link = service.loginLink();
    if (link !== null) say(`To log in to the console within 10 minutes of the start, open ${link}`);
    say(`Shop v2 ${next.url}\nThey run until Ctrl-C.`);
  }
  return problems.length === 0;
}

/** Starts what the shop calls: PostgreSQL, a cache and the inventory service. */
async function startDownstreams(production: AsyncDisposableStack): Promise<Downstreams> {
  const [database, cache, inventory] = await Promise.all([startDatabase(), startCache(), startInventory()]);
  for (const downstream of [database, cache, inventory]) production.defer(() => downstream.close());
  return { database, cache, inventory };
}

/** Sends the traffic to the shop and waits until its agent has sent the recording; returns the number of requests. */
async function recordProduction(url: string, { recorded }: ServiceClient, say: Say): Promise<number> {
  const client = visitor(url);
  try {
    await sendTraffic(client);
  } finally {
    await client.close();
  }
  const requests = client.requests();
  const deadline = performance.now() + RECORDING_MS;
  while ((await recorded(APP_ID)) < requests) {
    if (performance.now() > deadline) throw new Error('the agent did not send the whole recording');
    await sleep(POLL_MS);
  }
  say(
    `  ${requests} requests to the shop (v1, ${url}), among them ${CUSTOMERS.length} customers from login to logout;`,
  );
  say(
    '  its agent recorded each with its response and with its calls of PostgreSQL, the cache and the inventory service.',
  );
  say('  Tokens and ids of carts are random.');
  return requests;
}

/** Times and random ids are not changes of the build: one rule each ignores them in every comparison. */
async function ignoreVolatileFields({ ignore }: ServiceClient, say: Say): Promise<void> {
  for (const rule of IGNORE_RULES) await ignore(APP_ID, rule);
  say('  What changes with every run must not count, so these fields are ignored:');
  for (const { path, operation, comment } of IGNORE_RULES)
    say(`  - ${path} ${operation ? `of ${operation} ` : ''}(${comment})`);
}
