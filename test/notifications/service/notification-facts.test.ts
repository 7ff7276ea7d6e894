import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openStandaloneWorld, type StandaloneWorld } from '../../../bin/standalone/world.ts';
import { outcomeDigest } from '../../../functions/findings/domain/stored/marked-outcomes.ts';
import { webhook } from '../../../functions/notifications/domain/webhook/webhook.ts';
import { notificationFacts } from '../../../functions/notifications/service/notification-facts.ts';
import { standaloneConfig } from '../../../functions/platform/settings/config.ts';
import type { ReplayPlan, RoundResult } from '../../../functions/replay/domain/plan.ts';
import type { Cluster } from '../../../functions/replay/domain/results/clusters.ts';
import { pollReplayRun } from '../../../functions/report/api/poll-replay-run.ts';
import { temporaryDataDir } from '../../support/running-service.ts';
import { type EveryService, servicesFor } from '../../support/services-for.ts';
import { WITHOUT_PROOF } from '../../support/without-proof.ts';

const { dataDir, remove } = temporaryDataDir();
const config = standaloneConfig({
  SVC_DATA_DIR: dataDir,
  SVC_LOG_LEVEL: 'SILENT',
  SVC_PUBLIC_URL: 'http://replay.internal',
});
const NOW = Date.UTC(2026, 10, 20);
const ATTRIBUTES = '{"service.name":"shop","build":12345678901234567890}';
let opened: StandaloneWorld;
let services: EveryService;

beforeAll(() => {
  opened = openStandaloneWorld(config);
  services = servicesFor({ ...opened.world, now: () => NOW }, config)('default');
});

afterAll(async () => {
  await opened.close();
  remove();
});

const analysed = { analysis: null, summary: 'a summary' };
const factsOf = async (planId: string) => {
  const { plan, round } = await stored(planId);
  const analyses = { viewOf: async () => analysed };
  return notificationFacts({ ...services, analyses, publicUrl: config.publicUrl, aiLanguage: config.aiLanguage }).of(
    plan,
    round,
  );
};

async function stored(planId: string) {
  const [plan, round] = await Promise.all([services.plans.find(planId), services.plans.findRound(planId, 1)]);
  if (!plan || !round) throw new Error('no such plan');
  return { plan, round };
}

const cluster = (operation: string, requests: number, subject: string | null, samples: string[]): Cluster => ({
  operation,
  hasResult: true,
  failure: null,
  differences: subject === null ? [] : [{ kind: 'FIELD_VALUE', subject, rule: null }],
  truncated: false,
  requests,
  samples,
});

/** A plan as the trigger creates it, with one round. Settled unless `result` is null. */
async function settled(
  planId: string,
  clusters: Cluster[],
  { interruption, result, ...given }: Partial<ReplayPlan> & { interruption?: string; result?: null } = {},
) {
  const plan: ReplayPlan = {
    planId,
    appId: `app-${planId}`,
    targetEnv: `http://${planId}.internal`,
    operations: null,
    caseSource: 'rolling',
    caseFrom: 1,
    caseTo: 2,
    caseCountLimit: 10,
    resultShards: null,
    caseTags: {},
    enableMock: true,
    sealedPassThreshold: null,
    planName: 'p',
    operator: 'o',
    source: 'trigger',
    createdAt: NOW,
    expiresAt: Date.UTC(2999, 0),
    status: 'PENDING',
    round: 1,
    load: { maxQps: 1, concurrency: 1, timeoutMs: 1 },
    ...given,
  };
  await services.plans.lock(plan.appId, planId, NOW);
  expect(await services.plans.create(plan, ATTRIBUTES, null)).toBe(true);
  await services.results.putClusters(plan, 1, {
    operationsInScope: ['/a', '/b'],
    clusters,
    comparedUnder: [],
    latency: [],
  });
  if (interruption) await services.plans.setOnce(planId, 1, 'interruption', interruption);
  const counted: RoundResult = {
    verdict: 'FAIL',
    passRate: 0.5,
    totalCases: 10,
    successCases: 5,
    failedCases: 5,
    settledAt: NOW,
    state: 'NEEDS_ACTION',
  };
  if (result !== null) await services.plans.settle(plan, (await stored(planId)).round, counted);
  return plan;
}

const mixed = (planId: string) => [
  cluster('/a', 5, null, []),
  cluster('/a', 3, 'price', [`${planId}:1`, `${planId}:2`, `${planId}:3`]),
  cluster('/b', 2, 'time', [`${planId}:8`]),
];

describe('the facts of a notification about a round (spec 6.1, 6.3)', () => {
  test('are the stored ones, as in a poll', async () => {
    await settled('p1', mixed('p1'));
    const facts = await factsOf('p1');
    expect(facts).toMatchObject({
      planId: 'p1',
      round: 1,
      appId: 'app-p1',
      caseSource: 'rolling',
      caseFrom: 1,
      caseTo: 2,
      startedAt: null,
      finishedAt: null,
      errorMessage: null,
      passThresholdGiven: false,
      ...analysed,
      result: { verdict: 'FAIL', totalCases: 10 },
    });
    const polled = await pollReplayRun.answer(
      {
        method: 'GET',
        params: { planId: 'p1' },
        query: new URLSearchParams(),
        headers: new Headers(),
        body: {},
        bytes: new Uint8Array(),
        caller: { tenant: 'default', name: 'test', scopes: [] },
        ...WITHOUT_PROOF,
        source: null,
        path: '/',
        requestId: 'request',
      },
      services,
    );
    expect(JSON.parse(Buffer.from(polled.bytes ?? []).toString())).toMatchObject({
      findings: facts.findings,
      reportUrl: facts.reportUrl,
      errorMessage: null,
    });
    expect(facts.reportUrl).toBe('http://replay.internal/report/p1');
  });

  test('keep the attributes as they were sent', async () => {
    await settled('p2', mixed('p2'));
    const content = webhook.content(await factsOf('p2'), { id: 'e', event: 'completed', time: NOW });
    expect(content).toContain(`"attributes":${ATTRIBUTES}`);
  });

  test('have the clusters that count now', async () => {
    const plan = await settled('p3', mixed('p3'));
    expect((await factsOf('p3')).clusters.map(({ requests }) => requests)).toEqual([3, 2]);
    const price = cluster('/a', 3, 'price', []);
    await services.marks.put(plan, 1, {
      item: 1,
      comment: null,
      markedBy: 'p',
      markedAt: NOW,
      outcome: outcomeDigest(price),
    });
    const { clusters, findings } = await factsOf('p3');
    expect(clusters).toMatchObject([{ requests: 2, samples: ['p3:2', 'p3:3', 'p3:1'] }, { requests: 2 }]);
    expect(findings?.needsAction.map(({ affectedRequests }) => affectedRequests)).toEqual([2, 2]);
  });

  test('say that a threshold was set, and never which', async () => {
    await settled('p4', mixed('p4'), { sealedPassThreshold: 'sealed-8731' });
    const facts = await factsOf('p4');
    expect(facts.passThresholdGiven).toBe(true);
    expect(JSON.stringify(facts)).not.toContain('8731');
  });

  test('say why a replay did not finish', async () => {
    await settled('p5', mixed('p5'), { interruption: 'The run was stopped.' });
    expect(await factsOf('p5')).toMatchObject({
      errorMessage: 'The run was stopped.',
      findings: { state: 'INTERRUPTED' },
    });
    await settled('p6', [{ ...cluster('/a', 1, null, []), hasResult: false }]);
    expect((await factsOf('p6')).errorMessage).toMatch(/^Some requests have no result/);
  });

  test('are refused for a round that has not settled', async () => {
    await settled('p7', mixed('p7'), { result: null });
    await expect(factsOf('p7')).rejects.toThrow('has not settled');
  });
});
