import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { peakResidentMiB } from '../../bench/support/measure/process-use.ts';
import { openFakeReceivers } from '../support/fakes/fake-receivers.ts';
import { json, openTarget, recordedGet } from '../support/fakes/recorded-target.ts';
import { freePort } from '../support/free-port.ts';
import { ADMIN_KEY, call, completed, startProcess, temporaryDataDir } from '../support/running-service.ts';
import { growthPerHour, type Sample } from './growth-per-hour.ts';
import { measured } from './measured.ts';
import { pause } from './pause.ts';
import { PROOF_SIZES } from './proof-sizes.ts';

const { seconds, sampleMs } = PROOF_SIZES.soak;
/** Applications that the load takes in turn. */
const APPS = 20;
const CASES = 10;
/** Pause of a client between two rounds, ms. */
const PAUSE_MS = 20;

/** Memory of a process (VmRSS), MiB. */
function residentMiB(pid: number): number {
  const line = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return Number(line?.[1]) / 1024;
}

test(`${seconds} s of mixed load leave no request unanswered, and memory is measured`, {
  timeout: (seconds + 120) * 1000,
}, async (context) => {
  const { dataDir, remove } = temporaryDataDir();
  const target = await openTarget(({ url }, response) => json(response, { price: url.endsWith('/1') ? 2 : 1 }));
  const receivers = await openFakeReceivers();
  const service = await startProcess({ dataDir, port: await freePort(), env: { SVC_LOG_LEVEL: 'WARN' } });
  const samples: Sample[] = [];
  const failed: string[] = [];
  let requests = 0;
  let runs = 0;
  const until = performance.now() + seconds * 1000;
  const isOver = () => performance.now() >= until;

  async function ask(method: string, path: string, body?: unknown) {
    requests++;
    const answer = await call(service.url, method, path, body);
    if (answer.status >= 400) failed.push(`${method} ${path.replace(/[0-9a-f]{24}/, '…')}: ${answer.status}`);
    return answer.body;
  }
  /** Replays every second application, so that no run is refused because another one runs. */
  async function replays(first: number) {
    for (let round = first; !isOver(); round += 2) {
      const appId = `app${round % APPS}`;
      const { planId } = await ask('POST', '/openapi/v1/replay-triggers', { appId, targetEnv: target.url });
      await completed(service.url, planId);
      runs++;
      await ask('GET', `/api/replays/${planId}/cases`);
      const page = await fetch(`${service.url}/report/${planId}`, { headers: { 'x-api-key': ADMIN_KEY } });
      await page.text();
      if (!page.ok) failed.push(`report: ${page.status}`);
    }
  }
  async function records() {
    for (let round = 0; !isOver(); round++) {
      const appId = `intake${round % APPS}`;
      const caseId = `case-${round % 5000}`;
      await ask('POST', '/api/recorder/cases', [recordedGet(appId, `/${round % 50}`, { price: 1 }, { caseId })]);
      await ask('GET', `/api/recorder/cases/${caseId}`);
      const { ruleId } = await ask('POST', `/api/apps/${appId}/compare-rules`, { kind: 'ignore', path: '$.unused' });
      await ask('DELETE', `/api/apps/${appId}/compare-rules/${ruleId}`);
      await pause(PAUSE_MS);
    }
  }
  async function reads() {
    while (!isOver()) {
      for (const path of ['/api/replays', '/api/recorder/apps', '/api/audit', '/openapi/v1/notification-channels'])
        await ask('GET', path);
      await pause(PAUSE_MS);
    }
  }
  async function samplesMemory() {
    const began = performance.now();
    while (!isOver()) {
      samples.push({ atMs: performance.now() - began, value: residentMiB(service.pid) });
      await pause(sampleMs);
    }
  }

  try {
    const channel = { type: 'webhook', name: 'hook', url: receivers.webhook('hook') };
    await ask('POST', '/openapi/v1/notification-channels', channel);
    for (let app = 0; app < APPS; app++)
      await ask(
        'POST',
        '/api/recorder/cases',
        Array.from({ length: CASES }, (_, index) => recordedGet(`app${app}`, `/${app}/${index}`, { price: 1 })),
      );
    await Promise.all([replays(0), replays(1), records(), reads(), samplesMemory()]);
    measured(context, 'seconds of load', seconds);
    measured(context, 'requests', requests);
    measured(context, 'runs', runs);
    measured(context, 'memory at the end', samples.at(-1)?.value ?? Number.NaN, 'MiB');
    measured(context, 'peak memory', peakResidentMiB(service.pid), 'MiB');
    measured(context, 'growth of memory', growthPerHour(samples), 'MiB per hour');
    expect(failed).toEqual([]);
    expect(runs).toBeGreaterThan(0);
    // The mechanism: there is a line through the samples.
    expect(growthPerHour(samples)).not.toBeNaN();
  } finally {
    await service.stop();
    await Promise.all([target.close(), receivers.close()]);
    remove();
  }
});
