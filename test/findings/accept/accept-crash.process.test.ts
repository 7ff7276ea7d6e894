import { afterAll, beforeAll, expect, test } from 'vitest';
import { json, openTarget, recordedGet, type Target } from '../../support/fakes/recorded-target.ts';
import { freePort } from '../../support/free-port.ts';
import { call, completed, type RunningService, startProcess, temporaryDataDir } from '../../support/running-service.ts';
import { seededRandom } from '../../support/seeded-random.ts';

const KILLS = 20;
const RECORDINGS = 24;
const { dataDir, remove } = temporaryDataDir();
let service: RunningService;
let target: Target;
let port = 0;

const start = async () => {
  service = await startProcess({ dataDir, port });
};
const api = (method: string, path: string, body?: unknown) => call(service.url, method, path, body);

beforeAll(async () => {
  port = await freePort();
  target = await openTarget((_, response) => json(response, { total: 'new', text: LARGE }));
  await start();
});
afterAll(async () => {
  await service.kill();
  await target.close();
  remove();
});

/** Every third recording is pinned. */
const LARGE = 'x'.repeat(2000);
const caseIds = Array.from({ length: RECORDINGS }, (_, at) => `order-${at}`);

async function record(): Promise<void> {
  const cases = caseIds.map((caseId, at) =>
    recordedGet('shop', `/orders/${at}`, { total: 'old', text: LARGE }, { caseId, operation: '/orders/{id}' }),
  );
  expect((await api('POST', '/api/recorder/cases', cases)).body.accepted).toBe(RECORDINGS);
  for (const caseId of caseIds.filter((_, at) => at % 3 === 0)) await api('POST', `/api/recorder/cases/${caseId}/pin`);
}

interface Version {
  version: number;
  current: boolean;
  accepted: unknown;
}

/** The current version of each recording, which is what its payload says. */
async function currentVersions(): Promise<number[]> {
  return Promise.all(
    caseIds.map(async (caseId, at) => {
      const [{ body: one }, { body: listed }] = await Promise.all([
        api('GET', `/api/recorder/cases/${caseId}`),
        api('GET', `/api/recorder/cases/${caseId}/versions`),
      ]);
      const versions: Version[] = listed.items;
      const current = versions.filter((version) => version.current);
      expect(current, caseId).toHaveLength(1);
      expect(new Set(versions.map(({ version }) => version)).size).toBe(versions.length);
      const { total } = JSON.parse(one.response.body);
      expect([one.accepted === undefined, one.pinned], caseId).toEqual([total === 'old', at % 3 === 0]);
      expect(current[0]?.accepted === null, caseId).toBe(total === 'old');
      return current[0]?.version ?? 0;
    }),
  );
}

const versionOf = async (caseId: string): Promise<number> =>
  (await api('GET', `/api/recorder/cases/${caseId}`)).body.accepted?.version ?? 1;

/** Sends a request and kills the service as soon as a recording has another version. */
async function killedAt(caseId: string, method: string, path: string, body?: unknown): Promise<void> {
  const before = await versionOf(caseId);
  const sent = api(method, path, body).then(
    () => 'answered',
    () => 'cut off',
  );
  for (let current = before; current === before; ) current = await versionOf(caseId);
  await service.kill();
  await sent;
  await start();
}

test(`${KILLS} kills while results are accepted and undone leave each recording at exactly one version`, async () => {
  await record();
  const { planId } = (await api('POST', '/openapi/v1/replay-triggers', { appId: 'shop', targetEnv: target.url })).body;
  await completed(service.url, planId);
  const path = `/api/replays/${planId}/accept`;
  const requests = caseIds.map((_, at) => `${planId}:${at}`);
  const acceptAll = () => api('POST', path, { requests });
  const undoPath = (at: string) => `${path}?at=${encodeURIComponent(at)}`;
  async function undoAll(): Promise<void> {
    for (const { at } of (await api('GET', path)).body.items) await api('DELETE', undoPath(at));
  }
  const random = seededRandom(20);
  const partly: number[] = [];
  for (let kill = 0; kill < KILLS; kill++) {
    const caseId = caseIds[Math.floor(random() * RECORDINGS)] ?? '';
    await undoAll();
    expect(new Set(await currentVersions())).toEqual(new Set([1]));
    if (kill % 2 === 0) await killedAt(caseId, 'POST', path, { requests });
    else {
      const { body } = await acceptAll();
      expect(body.accepted).toHaveLength(RECORDINGS);
      await killedAt(caseId, 'DELETE', undoPath(body.at));
    }
    partly.push((await currentVersions()).filter((version) => version > 1).length);
  }
  // Kills came in the middle of calls.
  expect(partly.filter((changed) => changed > 0 && changed < RECORDINGS).length).toBeGreaterThan(KILLS / 4);
  await undoAll();
  expect(new Set(await currentVersions())).toEqual(new Set([1]));
  expect((await acceptAll()).body.accepted).toHaveLength(RECORDINGS);
  // A run reads the version that each recording has by now.
  const { body: later } = await api('POST', '/openapi/v1/replay-triggers', {
    appId: 'shop',
    targetEnv: target.url,
    caseCountLimit: RECORDINGS,
  });
  expect(await completed(service.url, later.planId)).toMatchObject({
    successCases: RECORDINGS,
    failedCases: 0,
  });
}, 300_000);
