import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { faultInLedger, faultInRun, GENESIS, type Link } from '../../../functions/evaluation/domain/ledger/chain.ts';
import type { LedgerEvent } from '../../../functions/evaluation/domain/ledger/event.ts';
import { manifestsOf, pinsOf } from '../../support/evaluation/evaluation-manifests.ts';
import { json, openTarget, recordedGet, type Target } from '../../support/fakes/recorded-target.ts';
import { freePort } from '../../support/free-port.ts';
import { call, type RunningService, startProcess, temporaryDataDir } from '../../support/running-service.ts';
import { GOOD_RUN } from '../../support/stages/evaluation-stage.ts';

/** More commits than a run makes, so the last ones kill no process. */
const POINTS = Array.from({ length: 60 }, (_, index) => index + 1);
const HOOK = pathToFileURL(join(import.meta.dirname, '../../support/crash-at-write.ts')).href;

const { dataDir, remove } = temporaryDataDir();
let target: Target;
let port: number;
let service: RunningService;
let version: string;
let kills = 0;
let hasSurvived = false;

/** A service that crashes at the n-th commit of the requested run. */
const deadly = (point: number) => startProcess({ dataDir, port, nodeArguments: ['--import', `${HOOK}?${point}`] });
const ask = (method: string, path: string, body?: unknown) => call(service.url, method, `/api/v1/eval${path}`, body);

beforeAll(async () => {
  port = await freePort();
  target = await openTarget((_, response) => json(response, { price: 1 }));
  service = await deadly(0);
  const cases = Array.from({ length: 30 }, (_, index) =>
    recordedGet('shop', `/a${index % 10}/${index}`, { price: 1 }, { operation: `/a${index % 10}` }),
  );
  await call(service.url, 'POST', '/api/recorder/cases', cases);
  await call(service.url, 'PUT', '/api/apps/shop/settings', { replay: { maxQps: 1000 } });
  const manifests = manifestsOf({ appId: 'shop', targetEnv: target.url });
  for (const [kind, content] of Object.entries(manifests))
    await ask('POST', '/artifacts', { kind, media_type: 'application/json', content });
  version = (await ask('POST', '/resolve', pinsOf(manifests))).body.workflow_version_digest;
  await service.stop();
  service = await deadly(1);
});

afterAll(async () => {
  await service.stop();
  await target.close();
  remove();
});

/** The newest run, once it has ended. Its caller may not have received its id because of a crash. */
async function newestEnded() {
  const newest = async () => (await ask('GET', '/runs?limit=1')).body.data[0];
  await expect.poll(async () => (await newest())?.status, { interval: 50 }).toMatch(/succeeded|failed|cancelled/);
  return newest();
}

async function eventsOf(path: string): Promise<LedgerEvent[]> {
  const events: LedgerEvent[] = [];
  for (let cursor: string | null = null; ; ) {
    const { body } = await ask('GET', `${path}?limit=100${cursor === null ? '' : `&cursor=${cursor}`}`);
    events.push(...body.data);
    if (!body.has_more) return events;
    cursor = body.next_cursor;
  }
}

const shown = ({ type, payload }: LedgerEvent) =>
  type === 'framework.attempted' || type === 'artifact.committed' ? `${type}(${payload.role ?? payload.status})` : type;

describe('an evaluation run with SIGKILL after each write (evaluation 5.7)', () => {
  test.for(POINTS)('has the seven events in their order once each, killed at commit %i', async (point) => {
    if (hasSurvived) return;
    const before = (await ask('GET', '/runs?limit=100')).body.data.length;
    const asked = ask('POST', '/runs', { workflow_version_digest: version }).catch(() => 'died before it answered');
    const outcome = await Promise.race([
      service.gone.then(() => 'killed' as const),
      asked.then(newestEnded).then(
        () => 'survived' as const,
        () => service.gone.then(() => 'killed' as const),
      ),
    ]);
    if (outcome === 'killed') {
      kills++;
      service = await deadly(point + 1);
    } else hasSurvived = true;

    const run = await newestEnded();
    expect((await ask('GET', '/runs?limit=100')).body.data).toHaveLength(Math.min(100, before + 1));
    expect(run, service.output()).toMatchObject({ status: 'succeeded', gate: { decision: 'pass' } });
    expect((await eventsOf(`/runs/${run.workflow_run_id}/events`)).map(shown)).toEqual(GOOD_RUN);
  });

  test('is killed after every write', () => {
    expect(kills).toBeGreaterThan(15);
    expect(hasSurvived).toBe(true);
  });

  test('leaves the chains of the tenant and of every run intact, without a gap', async () => {
    let last: Link = GENESIS;
    const runs = new Map<string, Link>();
    for (const event of await eventsOf('/events')) {
      expect(faultInLedger(event, last)).toBeNull();
      last = { sequence: event.sequence, digest: event.chain_digest };
      const runId = event.workflow_run_id ?? '';
      expect(faultInRun(event, runs.get(runId) ?? GENESIS)).toBeNull();
      runs.set(runId, { sequence: event.run_sequence, digest: event.digest });
    }
    expect(runs.size).toBe(kills + 1);
    expect(last.sequence).toBe(runs.size * GOOD_RUN.length);
  });

  test('makes one plan, however often it is killed', async () => {
    const { body } = await call(service.url, 'GET', '/api/replays?limit=100');
    expect(body.items).toHaveLength(kills + 1);
  });
});
