import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../../support/free-port.ts';
import { ADMIN_KEY, call, type RunningService, startProcess, temporaryDataDir } from '../../support/running-service.ts';
import { recordSessionShop } from '../../support/session-shop/record-session-shop.ts';
import { replaySessionShop } from '../../support/session-shop/replay-session-shop.ts';
import { startSessionShop } from '../../support/session-shop/start-session-shop.ts';

const APP = 'session-shop';
const SESSIONS = 9;
const TOKEN_SECONDS = 60;

const running = new AsyncDisposableStack();
let service: RunningService;

beforeAll(async () => {
  const { dataDir, remove } = temporaryDataDir();
  running.defer(remove);
  service = await startProcess({ dataDir, port: await freePort(), env: { SVC_NOISE_REDUCTION: 'rules' } });
  running.defer(() => service.kill());
  await recordSessionShop({ service, appId: APP, sessions: SESSIONS, tokenSeconds: TOKEN_SECONDS });
  await call(service.url, 'PUT', `/api/apps/${APP}/settings`, { replay: { maxQps: 1000 } });
}, 600_000);
afterAll(() => running.disposeAsync());

async function replayed(options: { planted: boolean; firstId: number }) {
  const target = await startSessionShop(running, { ...options, tokenSeconds: TOKEN_SECONDS });
  return replaySessionShop(service, APP, target);
}

/** Accepts every request of a run, as a person who chooses them all; returns why requests are left out. */
async function acceptAll(planId: string, requests: number): Promise<Map<string, number>> {
  const reasons = new Map<string, number>();
  for (let from = 0; from < requests; from += 500) {
    const items = Array.from({ length: Math.min(500, requests - from) }, (_, at) => `${planId}:${from + at}`);
    const answer = await call(service.url, 'POST', `/api/replays/${planId}/accept`, { requests: items, force: true });
    expect(answer.status, JSON.stringify(answer.body).slice(0, 500)).toBe(200);
    for (const { reason } of answer.body.leftOut) reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
  }
  return reasons;
}

test('sessions with cookies, tokens and ids of the build stay usable after their answers were accepted', async () => {
  const old = await replayed({ planted: false, firstId: 5000 });
  expect([old.needsAction, old.otherStatus]).toEqual([[], new Map()]);
  const changed = await replayed({ planted: true, firstId: 9000 });
  expect(changed.needsAction.length).toBeGreaterThan(3);
  const reasons = await acceptAll(changed.planId, changed.requests);
  expect([...reasons.keys()]).toEqual(['UNCHANGED']);

  const again = await replayed({ planted: true, firstId: 20_000 });
  expect([again.needsAction, again.otherStatus, again.sameStatus]).toEqual([[], new Map(), again.requests]);
  const back = await replayed({ planted: false, firstId: 30_000 });
  expect(back.needsAction.length).toBeGreaterThan(3);

  // What was sealed is sealed in the versions as well: no reader sees a token or a cookie of a build.
  const { items } = (await call(service.url, 'GET', `/api/recorder/apps/${APP}/cases?limit=200`)).body;
  const accepted = items.filter((item: { accepted?: object }) => item.accepted);
  expect(accepted.length).toBeGreaterThan(0);
  for (const { caseId } of accepted) {
    const { body } = await call(service.url, 'GET', `/api/recorder/cases/${caseId}`, undefined, {
      'x-api-key': ADMIN_KEY,
    });
    expect(JSON.stringify(body)).not.toMatch(/Bearer (?!sealed)|JSESSIONID=(?!sealed)|eyJ[A-Za-z0-9]/);
  }
}, 600_000);
