import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { openStandaloneWorld, type StandaloneWorld } from '../../../bin/standalone/world.ts';
import { DEFAULT_SETTINGS } from '../../../functions/applications/domain/application-settings.ts';
import { recompareReplay } from '../../../functions/findings/api/recompare.ts';
import { stopReplay } from '../../../functions/findings/api/stop-replay.ts';
import { notifierServices, recoveryServices } from '../../../functions/notifications/composition.ts';
import { CHANNEL_KINDS } from '../../../functions/notifications/domain/channels/channel-kinds.ts';
import { handleMessage } from '../../../functions/notifications/service/handle-message.ts';
import { receiverLimiter } from '../../../functions/notifications/service/receiver-limiter.ts';
import { serialQueue } from '../../../functions/notifications/service/serial-queue.ts';
import { resumePlans } from '../../../functions/notifications/steps/resume-plans.ts';
import type { ApiRequest } from '../../../functions/platform/http/api.ts';
import { standaloneConfig } from '../../../functions/platform/settings/config.ts';
import { isStorageFault } from '../../../functions/platform/standalone/faults/storage-fault.ts';
import { parseCase } from '../../../functions/recordings/domain/parse-case.ts';
import { planOfTrigger } from '../../../functions/replay/domain/create-plan.ts';
import { executionName } from '../../../functions/replay/domain/plan.ts';
import { parseTrigger } from '../../../functions/replay/domain/trigger.ts';
import { KNOWN_CALLER } from '../../../functions/replay/service/plan-admission.ts';
import { storedDifferences } from '../../../functions/replay/service/stored-differences.ts';
import { RESULT_SHARDS } from '../../../functions/replay/store/result-keys.ts';
import { failingDisk } from '../../support/failing-disk.ts';
import { type FakeReceivers, openFakeReceivers } from '../../support/fakes/fake-receivers.ts';
import { NOTIFIED_CHANNEL } from '../../support/fakes/notified-channel.ts';
import { json, openTarget, recordedGet, type Target } from '../../support/fakes/recorded-target.ts';
import { temporaryDataDir } from '../../support/running-service.ts';
import { type EveryService, everyService } from '../../support/services-for.ts';
import { randomBytes } from '../../support/test-random.ts';
import { testSealer } from '../../support/test-sealer.ts';
import { WITHOUT_PROOF } from '../../support/without-proof.ts';

/** Cases of each run; the target answers the second with another price than recorded. */
export const CASES = 4;

/** Opens the world of the service over a disk that tests let fail, with a clock that only waits let advance. */
export function failingDiskStage() {
  const { dataDir, remove } = temporaryDataDir();
  const config = standaloneConfig({
    SVC_DATA_DIR: dataDir,
    SVC_SETTLE_SECONDS: '0',
    SVC_NOISE_REDUCTION: 'rules',
    SVC_LOG_LEVEL: 'SILENT',
  });
  let aheadMs = 0;
  const now = () => Date.now() + aheadMs;

  /** Short waits take no time. Time limits never pass by themselves. */
  async function sleep(ms: number, signal?: AbortSignal): Promise<void> {
    const at = now() + ms;
    if (ms >= 60_000)
      await new Promise((_, reject) =>
        signal?.addEventListener('abort', () => reject(new Error('stopped')), { once: true }),
      );
    await nextTurn();
    aheadMs = Math.max(aheadMs, at - Date.now());
  }

  /** Larger than a row takes, so that it becomes a blob. */
  const large = randomBytes(400_000).toString('base64');
  const disk = failingDisk(dataDir);
  let opened: StandaloneWorld;
  let services: EveryService;
  let target: Target;
  let receivers: FakeReceivers;
  let apps = 0;

  beforeAll(async () => {
    opened = openStandaloneWorld(config, now, sleep);
    services = opened.host.servicesOf(everyService)('default');
    target = await openTarget(({ url }, response) =>
      json(response, url.endsWith('/0') ? { large } : { price: url.endsWith('/1') ? 2 : 1 }),
    );
    receivers = await openFakeReceivers();
    await services.channels.create({ ...NOTIFIED_CHANNEL, url: receivers.webhook('hook') });
  });
  beforeEach(() => disk.heal());
  afterAll(async () => {
    disk.heal();
    await opened.close();
    disk.restore();
    await Promise.all([target.close(), receivers.close()]);
    remove();
  });

  /** The answer to a client that repeats its request while the disk fails. */
  async function insist<T>(ask: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        return await ask();
      } catch (fault) {
        if (!isStorageFault(fault)) throw fault;
        await sleep(1_000);
      }
    }
  }

  const about = (planId: string): ApiRequest => ({
    method: 'POST',
    params: { planId },
    query: new URLSearchParams(),
    headers: new Headers(),
    body: {},
    bytes: new Uint8Array(),
    caller: { tenant: 'default', name: 'test', scopes: [] },
    ...WITHOUT_PROOF,
    source: null,
    path: '/',
    requestId: 'request',
  });

  /** A new application with recordings. */
  async function recorded(): Promise<string> {
    const appId = `app${apps++}`;
    const read = Array.from({ length: CASES }, (_, index) =>
      parseCase(
        recordedGet(appId, `/${appId}/${index}`, index === 0 ? { large } : { price: 1 }, {
          operation: '/a',
          caseId: `${appId}-${index}`,
        }),
        { now: Date.now(), newId: services.newId, settings: DEFAULT_SETTINGS, sealer: testSealer },
      ),
    );
    await services.recordings.add(read.flatMap((one) => (one.ok ? [one.value] : [])));
    return appId;
  }

  async function trigger(appId: string): Promise<string | 'REASON_1'> {
    const body = { appId, targetEnv: target.url };
    const parsed = parseTrigger({
      body,
      attributesText: null,
      idempotencyKey: null,
      isReplayed: false,
      isAnonymous: false,
    });
    if (!parsed.ok) throw new Error(parsed.code);
    const load = { ...DEFAULT_SETTINGS.replay, maxQps: 1000 };
    const plan = planOfTrigger(parsed.value, null, { now: now(), caseCountLimit: 1000, load });
    const created = await services.newPlans.create(plan, KNOWN_CALLER);
    if (!created.ok && created.code !== 'REASON_1') throw new Error(created.code);
    return created.ok ? created.value : 'REASON_1';
  }

  /** Triggers a replay as a client that tries again later, unless a plan is there after all. */
  async function triggered(appId: string): Promise<string> {
    for (;;) {
      const planId = await trigger(appId).catch((fault: unknown) => {
        if (isStorageFault(fault)) return undefined;
        throw fault;
      });
      if (planId !== undefined && planId !== 'REASON_1') return planId;
      await sleep(5_000);
      const running = await insist(() => services.plans.runningPlan(appId, target.url));
      if (running !== undefined) return running;
    }
  }

  const statusOf = async (name: string) =>
    (await insist(() => opened.world.table.get({ pk: `EXECUTION#${name}`, sk: 'EXECUTION' })))?.status;

  /** Waits for the end of a run, while plans are swept as in the service every 10 s. */
  async function ended(planId: string) {
    const { signal } = new AbortController();
    const sweep = () => resumePlans(opened.world, opened.host.servicesOf(recoveryServices), 0);
    const status = async () => {
      await opened.storage.untilStored({ signal }, sweep);
      return (await insist(() => services.plans.find(planId)))?.status;
    };
    await expect.poll(status, { interval: 5, timeout: 30_000 }).toBe('COMPLETED');
    const round = await insist(() => services.plans.findRound(planId, 1));
    if (!round?.result) throw new Error('the round has not settled');
    return { ...round, result: round.result };
  }

  const executionEnded = (name: string) =>
    expect.poll(() => statusOf(name), { interval: 5, timeout: 30_000 }).toBe('SUCCEEDED');

  return {
    disk,
    dataDir,
    now,
    insist,
    recorded,
    triggered,
    ended,
    executionEnded,
    get services() {
      return services;
    },
    stop: (planId: string) => insist(() => stopReplay.answer(about(planId), services)),
    recompare: (planId: string) => insist(() => recompareReplay.answer(about(planId), services)),

    /**
     * Differing fields of every case as stored, with the rule that ignores them; undefined where there is no result.
     */
    differences: (planId: string) =>
      Promise.all(
        Array.from({ length: CASES }, async (_, item) => {
          const found = await insist(() =>
            services.results.findUnread({ planId, resultShards: RESULT_SHARDS }, 1, 0, item),
          );
          const differences = found && (await insist(() => storedDifferences(found, opened.world.work)));
          return differences?.map(({ subject, rule }) => `${subject} ${rule}`);
        }),
      ),

    /** How often the target has seen each case. */
    sent: (appId: string) =>
      Array.from({ length: CASES }, (_, index) => target.seen.filter(({ url }) => url === `/${appId}/${index}`).length),

    /** What a client reads of a run after it has ended. */
    async outcomeOf(appId: string, planId: string) {
      const { result, interruption } = await ended(planId);
      await executionEnded(executionName(planId, 1));
      const { settledAt: _, ...counts } = result;
      return {
        ...counts,
        interruption,
        sent: this.sent(appId),
        differences: await this.differences(planId),
        suggestions: await insist(() => services.noise.suggested(planId, 1)),
      };
    },

    /** Delivers what is queued, as the consumer does, until the receiver has had this plan; returns how often. */
    async delivered(planId: string): Promise<number> {
      const host = {
        kinds: CHANNEL_KINDS,
        limiter: receiverLimiter(),
        mutex: serialQueue(),
        queue: opened.world.queue,
        log: opened.world.log,
        servicesOf: opened.host.servicesOf(notifierServices),
      };
      const { signal } = new AbortController();
      const deliveries = () => receivers.received.filter(({ body }) => body.includes(planId)).length;
      let isQuiet = false;
      while (deliveries() === 0 || !isQuiet) {
        const messages = await insist(() => opened.world.queue.receive({ visibilitySeconds: 60 }));
        for (const message of messages)
          await opened.storage.patiently({ signal }, () => handleMessage(message, host, signal));
        isQuiet = messages.length === 0;
        // Later than the lease of a claim and the time for which a message is hidden.
        await sleep(59_000);
        await sleep(59_000);
      }
      return deliveries();
    },
  };
}
