import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openStandaloneWorld, type StandaloneWorld } from '../../../bin/standalone/world.ts';
import { DEFAULT_SETTINGS } from '../../../functions/applications/domain/application-settings.ts';
import { refuse } from '../../../functions/platform/result.ts';
import { standaloneConfig } from '../../../functions/platform/settings/config.ts';
import { MIN_POOLED_BYTES } from '../../../functions/platform/values/job.ts';
import { jsonOfStored } from '../../../functions/platform/values/stored-json.ts';
import { workInPlace } from '../../../functions/platform/work-in-place.ts';
import type { Work } from '../../../functions/platform/world.ts';
import { parseCase } from '../../../functions/recordings/domain/parse-case.ts';
import { planOfTrigger } from '../../../functions/replay/domain/create-plan.ts';
import { ResultPayload } from '../../../functions/replay/domain/results/result-payload.ts';
import { parseTrigger } from '../../../functions/replay/domain/trigger.ts';
import { KNOWN_CALLER } from '../../../functions/replay/service/plan-admission.ts';
import { steps } from '../../../functions/replay/steps/steps.ts';
import { RESULT_SHARDS } from '../../../functions/replay/store/result-keys.ts';
import { json, openTarget, recordedGet, type Target } from '../../support/fakes/recorded-target.ts';
import { temporaryDataDir } from '../../support/running-service.ts';
import { type EveryService, servicesFor } from '../../support/services-for.ts';
import { testSealer } from '../../support/test-sealer.ts';

const { dataDir, remove } = temporaryDataDir();
const config = standaloneConfig({
  SVC_DATA_DIR: dataDir,
  SVC_SETTLE_SECONDS: '0',
  SVC_NOISE_REDUCTION: 'off',
  SVC_LOG_LEVEL: 'SILENT',
});
const LARGE = 'x'.repeat(MIN_POOLED_BYTES);
/** By path: what was recorded, and what the target answers now. */
const ANSWERS: Record<string, [object, object]> = {
  '/small': [{ price: 1 }, { price: 2 }],
  '/large': [
    { price: 1, text: LARGE },
    { price: 2, text: LARGE },
  ],
  '/grown': [{ price: 1 }, { price: 1, text: LARGE }],
  '/same': [
    { price: 1, text: LARGE },
    { price: 1, text: LARGE },
  ],
};
let opened: StandaloneWorld;
let target: Target;

beforeAll(async () => {
  opened = openStandaloneWorld(config);
  target = await openTarget(({ url }, response) => {
    response.sendDate = false;
    json(response, ANSWERS[url]?.[1] ?? {});
  });
});

afterAll(async () => {
  await opened.close();
  await target.close();
  remove();
});

/** Each replay records its cases at another time. */
const withoutTime = ({ recordedAt: _, ...payload }: ResultPayload) => payload;

/** Outcomes and stored payloads of a replay of every case, by path, with jobs run by `work`. */
async function replayedBy(work: Work, appId: string) {
  const world = {
    ...opened.world,
    work,
    workflows: { ...opened.world.workflows, start: async () => 'running' as const },
  };
  const services: EveryService = servicesFor(world, config)('default');
  const read = Object.entries(ANSWERS).map(([path, [recorded]]) =>
    parseCase(recordedGet(appId, path, recorded, { caseId: `${appId}${path.replace('/', '-')}` }), {
      now: Date.now(),
      newId: services.newId,
      settings: DEFAULT_SETTINGS,
      sealer: testSealer,
    }),
  );
  await services.recordings.add(read.flatMap((one) => (one.ok ? [one.value] : [])));
  const trigger = parseTrigger({
    body: { appId, targetEnv: target.url },
    attributesText: null,
    idempotencyKey: null,
    isReplayed: false,
    isAnonymous: false,
  });
  if (!trigger.ok) throw new Error(trigger.code);
  const plan = planOfTrigger(trigger.value, null, {
    now: Date.now(),
    caseCountLimit: 9,
    load: DEFAULT_SETTINGS.replay,
  });
  const created = await services.newPlans.create(plan, KNOWN_CALLER, { attributes: null, idempotency: null });
  if (!created.ok) throw new Error(created.code);
  const input = { tenant: 'default', planId: created.value, round: 1 };
  const { signal } = new AbortController();
  await steps.SelectCases.run(input, services, signal);
  await steps.ReplayChunk.run({ ...input, chunk: 0 }, services, signal);
  const chunk = await services.results.findChunk(input.planId, 1, 0);
  if (chunk === undefined) throw new Error('no chunk');
  const results = await Array.fromAsync(
    services.results.storedOfChunk({ ...input, resultShards: RESULT_SHARDS }, 1, chunk),
  );
  const byPath = results.map(async ({ head, stored }) => {
    const bytes = await stored.bytes();
    return [
      head.outcome.operation,
      { outcome: head.outcome, payload: bytes && withoutTime(v.parse(ResultPayload, jsonOfStored(bytes))) },
    ] as const;
  });
  return Object.fromEntries(await Promise.all(byPath));
}

describe('cases whose bodies are compared in another thread', () => {
  test('end the same as in place, and small ones use no thread', async () => {
    const pooled: string[] = [];
    const counting: Work = {
      run(job, input, options) {
        if (options.bytes >= MIN_POOLED_BYTES) pooled.push(job.name);
        return opened.world.work.run(job, input, options);
      },
      hasThreads: true,
      prepare() {},
    };
    const inThreads = await replayedBy(counting, 'pooled');
    const inPlace = await replayedBy(workInPlace, 'pooled-too');
    expect(inThreads).toEqual(inPlace);
    expect(inThreads['/large']?.outcome.differences).toEqual([{ kind: 'FIELD_VALUE', subject: 'price', rule: null }]);
    expect(pooled.filter((name) => name === 'replay.compare')).toHaveLength(3);
    expect(pooled.filter((name) => name === 'recordings.request')).toHaveLength(2);
  });

  test.for(['OVER_TIME', 'OVER_MEMORY'] as const)(
    'are unclassified and truncated after %s, while others are compared',
    async (code) => {
      const spent: Work = {
        run: async (job, input, options) =>
          job.name === 'replay.compare' ? refuse(code, 'too much') : workInPlace.run(job, input, options),
        hasThreads: true,
        prepare() {},
      };
      const results = await replayedBy(spent, code.toLowerCase());
      for (const path of ['/large', '/grown', '/same']) {
        expect(results[path]?.outcome).toMatchObject({
          truncated: true,
          differences: [{ kind: 'UNCLASSIFIED', subject: 'response' }],
        });
        expect(results[path]?.payload).toMatchObject({ recorded: null, replayed: null, request: { method: 'GET' } });
      }
      expect(results['/small']?.outcome.truncated).toBe(false);
    },
  );
});
