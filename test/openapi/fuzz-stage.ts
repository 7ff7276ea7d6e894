import { openStandaloneWorld } from '../../bin/standalone/world.ts';
import { testChannelWith } from '../../functions/notifications/api/test-channel.ts';
import { routesOf } from '../../functions/platform/http/api.ts';
import { application } from '../../functions/platform/http/application.ts';
import { familiesOf } from '../../functions/platform/http/families.ts';
import { standaloneConfig } from '../../functions/platform/settings/config.ts';
import { REQUEST_RATE } from '../../functions/platform/values/token-bucket.ts';
import { openTarget } from '../support/fakes/recorded-target.ts';
import { ADMIN_KEY, temporaryDataDir } from '../support/running-service.ts';
import { hostOver } from '../support/services-for.ts';
import { evaluated, renewedEvaluation } from './fuzz-evaluation.ts';

export const CASE_ID = 'case-1';
export const APP_ID = 'shop';
export const OPERATION = '/orders/{id}';
export const USER = 'ada@shop.test';

export type FuzzStage = Awaited<ReturnType<typeof openFuzzStage>>;

/**
 * The endpoints over a world with one ended replay. Requests have no effects beyond their own writes: no workflow runs,
 * and nothing is sent.
 */
export async function openFuzzStage() {
  const { dataDir, remove } = temporaryDataDir();
  const config = standaloneConfig({
    SVC_DATA_DIR: dataDir,
    SVC_ADMIN_KEY: ADMIN_KEY,
    SVC_SETTLE_SECONDS: '0',
    SVC_LOG_LEVEL: 'SILENT',
    SVC_NOISE_REDUCTION: 'rules',
  });
  const real = openStandaloneWorld(config);
  const faults: string[] = [];
  const quiet = () => {};
  const log = {
    debug: quiet,
    info: quiet,
    warn: quiet,
    error: (message: string, facts?: object) => void faults.push(`${message} ${JSON.stringify(facts)}`),
  };
  const target = await openTarget((_, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ total: 11, requestedAt: new Date().toISOString() }));
  });

  const appOver = (under: typeof real.world) => {
    const { routes, services, callerOf } = hostOver(under, config);
    // No request waits for a receiver.
    const [impatient] = routesOf([testChannelWith(async () => {})], services);
    const served = routes.map((one) => (impatient?.path === one.path ? impatient : one));
    return application({ families: familiesOf(served, config), world: under, callerOf });
  };
  const first = appOver(real.world);
  const ask = async (method: string, path: string, body?: unknown, asked = first) => {
    const answer = await asked.request(path, {
      method,
      headers: { 'x-api-key': ADMIN_KEY, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return JSON.parse(await answer.text());
  };

  async function settledPlan(): Promise<string> {
    const { planId } = await ask('POST', '/openapi/v1/replay-triggers', { appId: APP_ID, targetEnv: target.url });
    while ((await ask('GET', `/openapi/v1/replay-runs/${planId}`)).status !== 'COMPLETED')
      await new Promise((resolve) => setTimeout(resolve, 20));
    return planId;
  }

  /** Recreates objects that requests may have deleted. */
  async function renewed() {
    await ask('POST', '/api/recorder/cases', {
      caseId: CASE_ID,
      appId: APP_ID,
      operation: OPERATION,
      tags: { tier: 'gold' },
      request: { method: 'GET', path: '/orders/1' },
      response: {
        status: 200,
        headers: [['content-type', 'application/json']],
        body: '{"total":10,"requestedAt":"2026-01-01T00:00:00Z"}',
      },
    });
    const channel = { type: 'webhook', url: 'http://10.0.0.5/hook' };
    const { id: channelId } = await ask('POST', '/openapi/v1/notification-channels', channel);
    const { ruleId } = await ask('POST', `/api/apps/${APP_ID}/compare-rules`, { kind: 'ignore', path: 'nothing' });
    const { body: reader } = await ask('POST', '/api/api-keys', { name: `reader ${channelId}`, scopes: ['read'] });
    const { body: guest } = await ask('POST', '/api/login/loginAsGuest', {});
    return { channelId, ruleId, keyId: reader.id, readerKey: reader.key, accessToken: guest.accessToken };
  }

  const things = await renewed();
  const planId = await settledPlan();
  const sparePlanId = await settledPlan();
  const { items } = await ask('GET', `/api/replays/${planId}/noise`);
  const known: Record<string, string> = {
    ...things,
    planId,
    sparePlanId,
    suggestionId: items[0].id,
    ...(await evaluated(ask, APP_ID, target.url)),
  };
  await target.close();

  let aheadMs = 0;
  const world = {
    ...real.world,
    now: () => Date.now() + aheadMs,
    elapsed: () => Date.now() + aheadMs,
    log,
    workflows: { start: async () => 'running' as const, complete: async () => 'gone' as const },
    egress: { denial: async () => null, addresses: async () => [] },
    mail: { send: async () => {} },
  };
  const app = appOver(world);
  const waiting = { appId: APP_ID, targetEnv: 'http://another.test' };
  known.waitingPlanId = (await ask('POST', '/openapi/v1/replay-triggers', waiting, app)).planId;
  const renewEvaluation = async () =>
    void Object.assign(
      known,
      await renewedEvaluation((method, path, body) => ask(method, path, body, app), {
        appId: APP_ID,
        workflow_version_digest: known.workflowDigest ?? '',
        name: `fuzz-${known.channelId}`,
      }),
    );
  await renewEvaluation();
  return {
    app,
    faults,
    /** Values of `@name` in requests. */
    known,
    async renew() {
      Object.assign(known, await renewed());
      await renewEvaluation();
    },
    /** Advances the clock by the minimum interval between two requests of a tenant. */
    paced() {
      aheadMs += 1000 / REQUEST_RATE.perSecond;
    },
    async close() {
      await real.close();
      remove();
    },
  };
}
