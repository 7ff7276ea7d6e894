import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unexpected } from './check-findings.ts';
import { IGNORE_RULES } from './ignore-rules.ts';
import { PLANTED_CHANGES } from './planted-changes.ts';
import { recordingClient } from './recording-client.ts';
import { runSummary } from './run-summary.ts';
import { serviceClient } from './service-client.ts';
import { startService } from './service-process.ts';
import { startShop } from './shop.ts';
import { type ShopBuild, v1, v2 } from './shop-builds.ts';
import { sendTraffic } from './traffic.ts';
import { watchReplay } from './watch-replay.ts';

const APP_ID = 'demo-shop';

/** Runs the demo from the first recorded request to the table of findings; true when they are as planted. */
export async function runDemo({
  keep,
  running,
  output,
}: {
  keep: boolean;
  /** Takes everything that is started, to end it in reverse order. */
  running: AsyncDisposableStack;
  output: NodeJS.WriteStream;
}): Promise<boolean> {
  const say = (text: string) => output.write(`${text}\n`);
  const startShopOf = async (build: ShopBuild) => running.adopt(await startShop(build), (shop) => shop.close());

  const dataDir = await mkdtemp(join(tmpdir(), 'replay-demo-'));
  if (!keep) running.defer(() => rm(dataDir, { recursive: true, force: true }));
  const adminKey = randomBytes(24).toString('hex');
  const service = await startService({ dataDir, adminKey, running });
  const api = serviceClient(service.url, adminKey);
  say(`The service runs at ${service.url}.\n`);

  say('Step 1: record production');
  const production = await startShopOf(v1);
  const visitor = running.adopt(recordingClient(production.url, APP_ID), (client) => client.close());
  await sendTraffic(visitor);
  const { recording } = visitor;
  const sessions = new Set(recording.flatMap(({ session }) => session ?? []));
  await api.record(recording);
  say(`  ${recording.length} requests to the shop (v1, ${production.url}), ${sessions.size} of its customers shopping`);
  say('  step by step; each request went with its response to POST /api/recorder/cases.\n');

  say('Step 2: start the new build, with four planted changes');
  const next = await startShopOf(v2);
  for (const { change, operation } of PLANTED_CHANGES) say(`  - ${change} (${operation})`);
  for (const rule of IGNORE_RULES) await api.ignore(APP_ID, rule);
  say('  What changes with every run must not count, so these fields are ignored:');
  for (const { path, operation, comment } of IGNORE_RULES)
    say(`  - ${path} ${operation ? `of ${operation} ` : ''}(${comment})`);

  say(`\nStep 3: replay the recording against the new build (v2, ${next.url})`);
  const attributes = { 'service.name': APP_ID, 'vcs.ref.head.name': 'v2' };
  const planId = await api.trigger({ appId: APP_ID, targetEnv: next.url, attributes });
  const run = await watchReplay(api, planId, output);
  say(runSummary(run));

  const problems = unexpected(run, recording.length);
  say(problems.length === 0 ? '\nAs planted: the four changes were found, and nothing else.' : '\nNot as planted:');
  for (const problem of problems) say(`  - ${problem}`);
  if (keep) {
    say(`\nService ${service.url} (x-api-key: ${adminKey}, data in ${dataDir})`);
    say(`Shop v1 ${production.url}\nShop v2 ${next.url}\nThey run until Ctrl-C.`);
  }
  return problems.length === 0;
}
