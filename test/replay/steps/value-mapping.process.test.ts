import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openStandaloneWorld, type StandaloneWorld } from '../../../bin/standalone/world.ts';
import { DEFAULT_SETTINGS } from '../../../functions/applications/domain/application-settings.ts';
import { standaloneConfig } from '../../../functions/platform/settings/config.ts';
import { jsonOfStored } from '../../../functions/platform/values/stored-json.ts';
import { parseCase } from '../../../functions/recordings/domain/parse-case.ts';
import { planOfTrigger } from '../../../functions/replay/domain/create-plan.ts';
import { parseTrigger } from '../../../functions/replay/domain/trigger.ts';
import { KNOWN_CALLER } from '../../../functions/replay/service/plan-admission.ts';
import { steps } from '../../../functions/replay/steps/steps.ts';
import { RESULT_SHARDS } from '../../../functions/replay/store/result-keys.ts';
import { recordedShopSessions } from '../../support/fakes/recorded-shop-sessions.ts';
import { openTarget, type Target } from '../../support/fakes/recorded-target.ts';
import { sessionShop } from '../../support/fakes/session-shop.ts';
import { temporaryDataDir } from '../../support/running-service.ts';
import { type EveryService, servicesFor } from '../../support/services-for.ts';

const { dataDir, remove } = temporaryDataDir();
const config = standaloneConfig({
  SVC_DATA_DIR: dataDir,
  SVC_SETTLE_SECONDS: '0',
  SVC_NOISE_REDUCTION: 'off',
  SVC_LOG_LEVEL: 'SILENT',
});
const USERS = ['ann', 'bob', 'cem', 'dia'];
let opened: StandaloneWorld;
let targets: Target[] = [];

beforeAll(async () => {
  opened = openStandaloneWorld(config);
});

afterAll(async () => {
  await opened.close();
  for (const target of targets) await target.close();
  remove();
});

/** Records sessions of the shop and replays them against a build that issues other values. */
async function replayed(appId: string, shop: Parameters<typeof sessionShop>[0], aliasValues: boolean) {
  const target = await openTarget(sessionShop(shop));
  const recorded = await openTarget(sessionShop({ seed: 1, firstId: 17 }));
  targets = [...targets, target, recorded];
  const world = { ...opened.world, workflows: { ...opened.world.workflows, start: async () => 'running' as const } };
  const services: EveryService = servicesFor(world, config)('default');
  const settings = { ...DEFAULT_SETTINGS, replay: { ...DEFAULT_SETTINGS.replay, aliasValues } };
  await services.sealedSettings.changeSettings(appId, { replay: { aliasValues } });
  const context = { now: Date.now(), newId: services.newId, settings, sealer: await services.recordingKeys.sealer() };
  const read = (await recordedShopSessions(recorded.url, appId, USERS)).map((one) => parseCase(one, context));
  await services.recordings.add(read.flatMap((one) => (one.ok ? [one.value] : [])));
  const trigger = parseTrigger({
    body: { appId, targetEnv: target.url },
    attributesText: null,
    idempotencyKey: null,
    isReplayed: false,
    isAnonymous: false,
  });
  if (!trigger.ok) throw new Error(trigger.code);
  const facts = { now: Date.now(), caseCountLimit: 1000, load: settings.replay };
  const created = await services.newPlans.create(planOfTrigger(trigger.value, null, facts), KNOWN_CALLER, {
    attributes: null,
    idempotency: null,
  });
  if (!created.ok) throw new Error(created.code);
  const input = { tenant: 'default', planId: created.value, round: 1 };
  const { signal } = new AbortController();
  await steps.SelectCases.run(input, services, signal);
  const chunks = (await services.plans.findRound(input.planId, 1))?.selection?.chunks ?? 0;
  const results = [];
  for (let chunk = 0; chunk < chunks; chunk++) {
    await steps.ReplayChunk.run({ ...input, chunk }, services, signal);
    const planned = await services.results.findChunk(input.planId, 1, chunk);
    if (planned === undefined) throw new Error('no chunk');
    for await (const { head, stored } of services.results.storedOfChunk(
      { ...input, resultShards: RESULT_SHARDS },
      1,
      planned,
    )) {
      const bytes = await stored.bytes();
      results.push({ head, payload: bytes && JSON.parse(JSON.stringify(jsonOfStored(bytes))) });
    }
  }
  return results;
}

const failing = (results: Awaited<ReturnType<typeof replayed>>) =>
  results.filter(({ head }) => head.outcome.differences.length > 0);

describe('the sessions of an application that issues ids and tokens', () => {
  test('have the recorded statuses and no difference, although the build issues other values', async () => {
    const results = await replayed('mapped', { seed: 2, firstId: 1042 }, true);
    expect(results.map(({ head }) => head.replayedStatus)).toEqual(results.map(({ head }) => head.recordedStatus));
    expect(failing(results).map(({ payload }) => payload.differences)).toEqual([]);
    const read = results.find(
      ({ payload }) => payload.request.method === 'GET' && /orders\/\d+$/.test(payload.request.path),
    );
    expect(read?.head.mapped).toBe(2);
    expect(read?.payload.sent.path).toBe(`/orders/${read?.payload.mapped[0].replayed}`);
    expect(read?.payload.mapped[0]).toMatchObject({
      path: '@request.path',
      from: { place: expect.stringMatching(/^POST \/orders (\$\.id|location)$/) },
    });
  });

  test('show only what changed', async () => {
    const results = await replayed('changed', { seed: 3, firstId: 18, price: 6 }, true);
    const differences = failing(results).flatMap(({ payload }) => payload.differences);
    expect(new Set(differences.map(({ subject }: { subject: string }) => subject))).toEqual(new Set(['price']));
    expect(failing(results)).toHaveLength(USERS.length * 12);
  });

  test('fail without the setting, since the build knows none of the recorded values', async () => {
    const results = await replayed('recorded', { seed: 4, firstId: 1042 }, false);
    const refused = results.filter(({ head }) => head.replayedStatus !== head.recordedStatus);
    expect(refused).toHaveLength(results.length - USERS.length);
    expect(results.every(({ head, payload }) => head.mapped === undefined && payload.mapped === undefined)).toBe(true);
  });
});
