import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../../support/free-port.ts';
import { call, type RunningService, startProcess, temporaryDataDir } from '../../support/running-service.ts';
import { recordSessionShop } from '../../support/session-shop/record-session-shop.ts';
import { replaySessionShop } from '../../support/session-shop/replay-session-shop.ts';
import { startSessionShop } from '../../support/session-shop/start-session-shop.ts';

const APP = 'session-shop';
const SESSIONS = 45;
/** Longer than a session takes on a busy machine, and far shorter than the hour between recording and replay. */
const TOKEN_SECONDS = 60;

const running = new AsyncDisposableStack();
let service: RunningService;
let recorded = 0;

beforeAll(async () => {
  const { dataDir, remove } = temporaryDataDir();
  running.defer(remove);
  service = await startProcess({ dataDir, port: await freePort(), env: { SVC_NOISE_REDUCTION: 'rules' } });
  running.defer(() => service.kill());
  recorded = await recordSessionShop({ service, appId: APP, sessions: SESSIONS, tokenSeconds: TOKEN_SECONDS });
  await call(service.url, 'PUT', `/api/apps/${APP}/settings`, { replay: { maxQps: 1000 } });
});
afterAll(() => running.disposeAsync());

test('an unchanged build answers every session as recorded, an hour later and with other data', async () => {
  const target = await startSessionShop(running, { firstId: 5000, tokenSeconds: TOKEN_SECONDS });
  const { requests, otherStatus, needsAction } = await replaySessionShop(service, APP, target);
  expect({ requests, otherStatus, needsAction }).toEqual({
    requests: recorded,
    otherStatus: new Map(),
    needsAction: [],
  });
});

test('only the planted changes of a build need action', async () => {
  const target = await startSessionShop(running, { planted: true, firstId: 7000, tokenSeconds: TOKEN_SECONDS });
  const { needsAction } = await replaySessionShop(service, APP, target);
  expect(needsAction.toSorted()).toEqual([
    'FIELD_MISSING done of /rest/tasks/{id}',
    'FIELD_TYPE items[*].price of /api/products',
    'FIELD_VALUE ownerId of /rest/tasks/{id}',
    'FIELD_VALUE total of /api/carts/{id}/summary',
    'SERVER_ERROR 500 of /rest/tasks/{id}',
  ]);
});

test('most requests fail without value mapping, as they carry the recorded credentials', async () => {
  await call(service.url, 'PUT', `/api/apps/${APP}/settings`, { replay: { aliasValues: false } });
  const target = await startSessionShop(running, { firstId: 9000, tokenSeconds: TOKEN_SECONDS });
  const { requests, sameStatus } = await replaySessionShop(service, APP, target);
  expect(sameStatus / requests).toBeLessThan(0.3);
});
