import { recordedGet } from '../../support/fakes/recorded-target.ts';
import { call } from '../../support/running-service.ts';
import type { RunningRelease } from '../keep-directory.ts';
import type { Facts } from '../traffic.ts';
import {
  bodyOf,
  ENVIRONMENT_KEY,
  openUnchangedTarget,
  PASSWORD,
  RECORDED_TOKEN,
  TARGET_URL,
} from './unchanged-target.ts';

export const APP = 'shop';
/** An application with a path of redaction that later releases do not read: a slice. */
export const SLICED = 'sliced';
const ENDPOINTS = ['orders', 'items', 'carts', 'users', 'stock', 'prices', 'offers', 'shops', 'mails', 'tags'];
const CASES_PER_ENDPOINT = 4;
export const CASES = ENDPOINTS.length * CASES_PER_ENDPOINT;
/** How many requests of the run under way are answered before the service is killed. */
const HOLD = 12;

/** Settings by the time at which they came; a release ignores those that it does not know. */
const SETTINGS = {
  replay: {
    maxQps: 500,
    concurrency: 4,
    timeoutMs: 60_000,
    headers: { set: { 'x-environment-key': ENVIRONMENT_KEY }, remove: [] },
  },
  redact: [{ header: 'x-request-secret' }, { path: '$.stamp' }, { path: '$..token' }],
  login: {
    request: {
      method: 'POST',
      path: '/login',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ user: 'ann', password: PASSWORD }),
    },
    token: { path: '$.token' },
    place: { header: 'authorization', prefix: 'Bearer ' },
    scope: 'run',
  },
};

/** A run as a poll shows it, without what differs per run. */
async function runOf(url: string, planId: string) {
  const { body } = await call(url, 'GET', `/openapi/v1/replay-runs/${planId}`);
  const { status, verdict, passRate, totalCases, failedCases, findings } = body;
  const { state, needsAction, toReview } = findings ?? {};
  return { status, verdict, passRate, totalCases, failedCases, state, needsAction, toReview };
}

/** Starts a run of an application towards a target. */
export async function triggered(url: string, appId = APP, targetEnv = TARGET_URL): Promise<string> {
  const { body } = await call(url, 'POST', '/openapi/v1/replay-triggers', { appId, targetEnv });
  if (body.planId === null) throw new Error(`no run: ${body.errorCode} ${body.errorMessage}`);
  return body.planId;
}

/** Polls a run until it is completed. */
export async function completed(url: string, planId: string) {
  for (;;) {
    const run = await runOf(url, planId);
    if (run.status === 'COMPLETED') return run;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

async function record(url: string, appId: string, paths: readonly string[]): Promise<void> {
  const cases = paths.map((path) => {
    const recorded = recordedGet(appId, path, bodyOf(path));
    recorded.request.headers.push(['authorization', RECORDED_TOKEN], ['x-environment-key', 'production']);
    return recorded;
  });
  const { body, text } = await call(url, 'POST', '/api/recorder/cases', cases);
  if (body.accepted !== cases.length) throw new Error(`not recorded: ${text}`);
}

/**
 * Records traffic with credentials, sets what the release can, completes a run, and leaves another one in its middle.
 */
export async function fillUnderWay({ url }: RunningRelease): Promise<Facts> {
  for (const [name, value] of Object.entries(SETTINGS))
    await call(url, 'PUT', `/api/apps/${APP}/settings`, { [name]: value });
  const { body } = await call(url, 'GET', `/api/apps/${APP}/settings`);
  const known = Object.keys(SETTINGS).filter((name) => name in body);
  const paths = ENDPOINTS.flatMap((endpoint) =>
    Array.from({ length: CASES_PER_ENDPOINT }, (_, index) => `/${endpoint}/${index + 1}`),
  );
  await record(url, APP, paths);
  const sliced = await call(url, 'PUT', `/api/apps/${SLICED}/settings`, {
    replay: { headers: SETTINGS.replay.headers },
    redact: [{ path: '$.stamp' }, { path: '$.items[0:1].token' }],
  });
  if (sliced.status === 200) await record(url, SLICED, ['/slices/1', '/slices/2']);

  const unchanged = await openUnchangedTarget();
  const before = await completed(url, await triggered(url));
  await unchanged.close();

  const holding = await openUnchangedTarget({ hold: HOLD });
  const planId = await triggered(url);
  while (holding.answered.length < HOLD) await new Promise((resolve) => setTimeout(resolve, 20));
  // What was answered is stored a moment later; how much of it does not matter.
  await new Promise((resolve) => setTimeout(resolve, 500));
  setTimeout(() => void holding.close(), 2_000).unref();
  return {
    planId,
    settings: known.join(' '),
    ...(sliced.status === 200 && { sliced: SLICED }),
    before: JSON.stringify(before),
  };
}
