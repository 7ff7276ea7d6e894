import { afterAll, beforeAll, expect, test } from 'vitest';
import { measured } from '../../proof/measured.ts';
import { PROOF_SIZES } from '../../proof/proof-sizes.ts';
import { freePort } from '../../support/free-port.ts';
import {
  ADMIN_KEY,
  call,
  completed,
  type RunningService,
  startProcess,
  temporaryDataDir,
} from '../../support/running-service.ts';
import { recordSessionShop } from '../../support/session-shop/record-session-shop.ts';
import { replaySessionShop } from '../../support/session-shop/replay-session-shop.ts';
import { startSessionShop } from '../../support/session-shop/start-session-shop.ts';

const APP = 'session-shop';
const { sessions, cut } = PROOF_SIZES.cutSessions;
const TOKEN_SECONDS = 60;
const LOGINS = ['/api/auth/login', '/rest/login', '/web/login'];

const running = new AsyncDisposableStack();
let service: RunningService;

/** Removes logins from the recordings, as many of each kind of session. */
async function removeLogins(): Promise<void> {
  for (const [index, operation] of LOGINS.entries()) {
    const path = `/api/recorder/apps/${APP}/cases?operation=${encodeURIComponent(operation)}&limit=200`;
    const { items } = (await call(service.url, 'GET', path)).body;
    const logins = items.filter(
      ({ method, status }: { method: string; status: number }) => method === 'POST' && status < 400,
    );
    const wanted = Math.floor((cut + LOGINS.length - 1 - index) / LOGINS.length);
    for (const { caseId } of logins.slice(0, wanted))
      expect((await call(service.url, 'DELETE', `/api/recorder/cases/${caseId}`)).status).toBeLessThan(300);
  }
}

beforeAll(async () => {
  const { dataDir, remove } = temporaryDataDir();
  running.defer(remove);
  service = await startProcess({
    dataDir,
    port: await freePort(),
    env: { SVC_NOISE_REDUCTION: 'rules', SVC_CASE_COUNT_LIMIT: '10000' },
  });
  running.defer(() => service.kill());
  await recordSessionShop({ service, appId: APP, sessions, tokenSeconds: TOKEN_SECONDS });
  await call(service.url, 'PUT', `/api/apps/${APP}/settings`, { replay: { maxQps: 1000 } });
  await removeLogins();
}, 600_000);
afterAll(() => running.disposeAsync());

const hintsOf = async (planId: string) => (await call(service.url, 'GET', `/api/replays/${planId}`)).body.hints;

test('sessions without their login are one finding to review, with a hint, for an unchanged build', async (context) => {
  const target = await startSessionShop(running, { firstId: 5000, tokenSeconds: TOKEN_SECONDS });
  const { planId, needsAction } = await replaySessionShop(service, APP, target);
  const { findings, totalCases } = await completed(service.url, planId);
  measured(context, `cut sessions: requests of ${sessions} sessions, ${cut} without their login`, totalCases);
  measured(context, 'cut sessions: rows that need action', needsAction.length);
  expect([findings.state, needsAction]).toEqual(['REVIEW_ONLY', []]);
  // Others are times and ids that noise explains.
  const [entry, ...others] = findings.toReview.filter(({ likelyNoise }: { likelyNoise?: true }) => !likelyNoise);
  expect(others).toEqual([]);
  expect(entry).toMatchObject({ kind: 'UNCLASSIFIED', subjects: ['session without its login'] });
  expect(await hintsOf(planId)).toMatchObject([
    { code: 'SESSION_CUT', requests: entry.affectedRequests, interfaces: entry.interfaces.length, setting: 'login' },
  ]);
  const page = await fetch(`${service.url}/report/${planId}`, { headers: { 'x-api-key': ADMIN_KEY } });
  expect(await page.text()).toContain('say nothing about the build');
}, 600_000);

test('changes of the build are found although sessions lack their login', async () => {
  const target = await startSessionShop(running, { planted: true, firstId: 7000, tokenSeconds: TOKEN_SECONDS });
  const { needsAction } = await replaySessionShop(service, APP, target);
  expect(needsAction.toSorted()).toEqual([
    'FIELD_MISSING done of /rest/tasks/{id}',
    'FIELD_TYPE items[*].price of /api/products',
    'FIELD_VALUE ownerId of /rest/tasks/{id}',
    'FIELD_VALUE total of /api/carts/{id}/summary',
    'SERVER_ERROR 500 of /rest/tasks/{id}',
  ]);
}, 600_000);
