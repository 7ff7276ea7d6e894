import { call } from '../test/support/running-service.ts';
import { recordSessionShop } from '../test/support/session-shop/record-session-shop.ts';
import { replaySessionShop, type ShopReplay } from '../test/support/session-shop/replay-session-shop.ts';
import { PLANTED_CHANGES } from '../test/support/session-shop/shop-build.ts';
import { startSessionShop } from '../test/support/session-shop/start-session-shop.ts';
import { type Figure, figure } from './support/figure.ts';
import { runBench } from './support/run-bench.ts';
import { ask, startService } from './support/start-service.ts';

const SESSIONS = 300;
/** The shop issues JWTs that expire after this time. */
const TOKEN_SECONDS = 1;
const APP = 'session-shop';
const LOGINS = ['/api/auth/login', '/rest/login', '/web/login'];
const TIMEOUT_MS = 600_000;
/** The share of statuses that must be as recorded where nothing has changed. */
const MIN_SAME = 0.999;

/**
 * `npm run bench:sessions`: records sessions of an application in which nearly every request needs a value of an
 * earlier response, and replays them an hour later without value mapping (what a client that repeats requests does),
 * with it, and with it where the recording lacks every login.
 */
await runBench(
  `${SESSIONS} sessions of three kinds, tokens of ${TOKEN_SECONDS} s, replayed an hour later`,
  async (running) => {
    const service = await startService(running, { SVC_NOISE_REDUCTION: 'rules', SVC_LOG_LEVEL: 'WARN' });
    const recording = { service, appId: APP, sessions: SESSIONS, tokenSeconds: TOKEN_SECONDS };
    const recorded = await recordSessionShop(recording);
    const settings = (body: object) => ask(service.url, 'PUT', `/api/apps/${APP}/settings`, body);
    await settings({ replay: { maxQps: 10_000, concurrency: 20 } });
    let deployments = 0;
    const replay = async (planted = false): Promise<ShopReplay> => {
      const firstId = ++deployments * 10_000;
      const target = await startSessionShop(running, { planted, firstId, tokenSeconds: TOKEN_SECONDS });
      return replaySessionShop(service, APP, target);
    };

    await settings({ replay: { aliasValues: false } });
    const off = await replay();
    await settings({ replay: { aliasValues: true } });
    const on = await replay();
    const changed = await replay(true);
    await removeLogins(service.url);
    const cut = await replay();
    await settings({ login: loginStep('buyer0@shop.test') });
    const completed = await replay();
    return [
      figure('recorded', recorded, 'requests'),
      ...figuresOf('mapping off', off),
      ...figuresOf('mapping on', on),
      held('mapping on: statuses as recorded', sameShare(on) >= MIN_SAME),
      held('mapping on: nothing needs action', on.needsAction.length === 0),
      ...figuresOf(`mapping on, ${PLANTED_CHANGES.length} changes planted`, changed),
      ...changed.needsAction.map((entry) => ({ name: '  found', value: entry })),
      ...figuresOf('mapping on, no login recorded', cut),
      ...figuresOf('mapping on, no login recorded, a login step for /api', completed),
    ];
  },
  { timeoutMs: TIMEOUT_MS },
);

function sameShare({ sameStatus, requests }: ShopReplay): number {
  return sameStatus / requests;
}

function figuresOf(name: string, replay: ShopReplay): Figure[] {
  return [
    { name: `${name}: statuses as recorded`, value: `${(100 * sameShare(replay)).toFixed(2)} % of ${replay.requests}` },
    figure(`${name}: findings that need action`, replay.needsAction.length, ''),
  ];
}

function held(name: string, isHeld: boolean): Figure {
  return { name, value: isHeld ? 'held' : 'MISSED' };
}

function loginStep(email: string) {
  return {
    request: {
      method: 'POST',
      path: '/api/auth/login',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password: `pw of ${email}` }),
    },
    token: { path: '$.accessToken' },
    place: { header: 'authorization', prefix: 'Bearer ' },
    scope: 'session',
  };
}

/** Removes what issued the credentials, as in a recording that began after everyone had logged in. */
async function removeLogins(url: string): Promise<void> {
  for (const operation of LOGINS) {
    for (let left = true; left; ) {
      const { items } = await ask<{ items: { caseId: string }[] }>(
        url,
        'GET',
        `/api/recorder/apps/${APP}/cases?limit=200&operation=${encodeURIComponent(operation)}`,
      );
      for (const { caseId } of items) await call(url, 'DELETE', `/api/recorder/cases/${caseId}`);
      left = items.length > 0;
    }
  }
}
