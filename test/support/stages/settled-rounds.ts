import { analysisService } from '../../../functions/analysis/service/analyses.ts';
import { analysisJobs } from '../../../functions/analysis/service/analysis-jobs.ts';
import type { AnalysisSettings } from '../../../functions/analysis/service/analysis-start.ts';
import { analysisRows } from '../../../functions/analysis/store/analysis-rows.ts';
import { executorConnection } from '../../../functions/analysis/store/executor-connection.ts';
import { applicationStore } from '../../../functions/applications/store/applications.ts';
import { sealedSettings } from '../../../functions/applications/store/sealed-settings.ts';
import type { Kind } from '../../../functions/compare/domain/kinds.ts';
import { ruleStore } from '../../../functions/compare/store/rules.ts';
import { findingValues } from '../../../functions/findings/service/finding-values.ts';
import { findingsService } from '../../../functions/findings/service/findings.ts';
import { recompare } from '../../../functions/findings/service/recompare.ts';
import { settlement } from '../../../functions/findings/service/settlement.ts';
import { storedFindings } from '../../../functions/findings/service/stored-findings.ts';
import { answerStore } from '../../../functions/findings/store/answers.ts';
import { markStore } from '../../../functions/findings/store/marks.ts';
import { valueStore } from '../../../functions/findings/store/values.ts';
import { noiseStore } from '../../../functions/noise/store/noise.ts';
import { dailyQuota } from '../../../functions/platform/daily-quota.ts';
import { localKeys } from '../../../functions/platform/standalone/keys.ts';
import { openTable } from '../../../functions/platform/standalone/table.ts';
import { storedJson } from '../../../functions/platform/values/stored-json.ts';
import { workInPlace } from '../../../functions/platform/work-in-place.ts';
import type { Blobs, Work } from '../../../functions/platform/world.ts';
import { newPlanId, planItemId, type ReplayPlan, type ReplayRound } from '../../../functions/replay/domain/plan.ts';
import { roundClusters } from '../../../functions/replay/service/round-clusters.ts';
import { planStore } from '../../../functions/replay/store/plans.ts';
import { RESULT_SHARDS } from '../../../functions/replay/store/result-keys.ts';
import { resultStore } from '../../../functions/replay/store/results.ts';
import { silentLog } from '../../contracts/silent-log.ts';
import { randomBytes } from '../test-random.ts';

const TENANT = 'default';
const CHUNK = 50;

/** Cases of an endpoint with the same outcome. */
export interface Cases {
  operation: string;
  cases: number;
  /** Default: they pass. */
  differences?: readonly (readonly [Kind, string])[];
}

/** Rounds settled by the real repositories over a table in memory, with a clock that advances only on demand. */
export function settledRounds(settings: Partial<AnalysisSettings> = {}, work: Work = workInPlace) {
  const clock = { now: Date.UTC(2026, 10, 20, 12) };
  const now = () => clock.now;
  const table = openTable(':memory:', now);
  const blobs = blobsInMemory();
  const applications = applicationStore(table, TENANT);
  const sealed = sealedSettings({ table, keys: localKeys([randomBytes(32)]) }, TENANT);
  const rules = ruleStore({ table, blobs, applications }, TENANT);
  const plans = planStore(table, TENANT);
  const results = resultStore({ table, blobs }, TENANT);
  const marks = markStore(table, TENANT);
  const clusters = roundClusters(results);
  const noise = noiseStore({ table, blobs }, TENANT);
  const values = findingValues({ results, values: valueStore({ table, blobs }, TENANT), work: workInPlace });
  const recompares = recompare({ results, rules, marks, clusters, values, work: workInPlace, elapsed: now });
  const stored = storedFindings({
    answers: answerStore({ table, blobs }, TENANT),
    work,
    elapsed: now,
    log: silentLog,
  });
  const findings = findingsService({ rules, applications, marks, recompares, stored, noise });
  const rows = analysisRows({ table, blobs }, TENANT);
  const executors = executorConnection(table, TENANT);
  const jobs = analysisJobs({ rows, executors, plans, results, work: workInPlace, now });
  /** Notifications of the workflow and the channels, in order. */
  const notified: string[] = [];
  const parts = { rows, jobs, plans, results, marks, applications, quota: dailyQuota({ table, now }, TENANT) };
  const notify = async ({ planId }: ReplayPlan, { round }: ReplayRound) => {
    notified.push(`diagnosed ${planId}-r${round}`);
  };
  const analysesWith = (given: Partial<AnalysisSettings>, announce = notify) =>
    analysisService(
      {
        ...parts,
        now,
        log: silentLog,
        workflows: {
          start: async () => 'running',
          complete: async (token) => {
            notified.push(`token ${token}`);
            return 'taken';
          },
        },
        announce,
      },
      { waitMs: 1_200_000, daily: 10, isBuiltIn: true, ...settings, ...given },
    );

  /** `begins`: whether the analysis starts with the settling, as in the service. Otherwise it waits for `request`. */
  const settlementWith = (begins: boolean) =>
    settlement({
      plans,
      results,
      clusters,
      findings,
      stored,
      rules,
      values,
      noise,
      now,
      log: silentLog,
      // None of these plans has a threshold.
      keys: { seal: unused, open: unused },
      hintsOfRound: async () => [],
      analyses: begins ? analysesWith({}) : { settlingWrites: async () => [] },
    });

  async function read(planId: string, round = 1): Promise<{ plan: ReplayPlan; round: ReplayRound }> {
    const [plan, found] = await Promise.all([plans.find(planId), plans.findRound(planId, round)]);
    if (!plan || !found) throw new Error('no such plan');
    return { plan, round: found };
  }

  /** Stores outcomes without sending requests. `settle: false` leaves the round unsettled. */
  async function replay(plan: ReplayPlan, round: number, all: readonly Cases[], settle = true) {
    const { planId } = plan;
    const cases = all.flatMap(({ cases: count, ...one }) => Array.from({ length: count }, () => one));
    const chunks = Math.ceil(cases.length / CHUNK);
    await plans.setOnce(planId, round, 'selection', { requests: cases.length, chunks, workers: 1 });
    for (let chunk = 0; chunk < chunks; chunk++) {
      const first = chunk * CHUNK;
      const part = cases.slice(first, first + CHUNK);
      const items = part.map(({ operation }, index) => ({
        item: first + index,
        caseId: `c${first + index}`,
        operation,
        session: null,
        traceId: '',
        recordedAt: 1,
      }));
      await results.putChunk(plan, round, { chunk, first, cases: items });
      for (const [index, { operation, differences = [] }] of part.entries()) {
        const item = first + index;
        await results.add(
          plan,
          round,
          chunk,
          {
            item,
            planItemId: planItemId(planId, item),
            caseId: `c${item}`,
            traceId: '',
            replayId: '',
            outcome: {
              operation,
              hasResult: true,
              failure: null,
              truncated: false,
              differences: differences.map(([kind, subject]) => ({ kind, subject, rule: null })),
            },
            comparedUnder: '',
            recordedStatus: 200,
            replayedStatus: 200,
            recordedMs: 1,
            replayedMs: 1,
          },
          storedJson({
            request: { method: 'GET', path: '/', headers: [], body: null, bodyEncoding: 'utf8' },
            recorded: null,
            replayed: null,
            differences: differences.flatMap(([kind, subject]) =>
              kind === 'FIELD_VALUE'
                ? [{ kind, subject, path: subject, recorded: '"canary"', replayed: '7', rule: null }]
                : [],
            ),
          }),
        );
      }
      await results.putSummary(plan, round, chunk, await clusters.summarise(plan, round, chunk));
    }
    if (settle) await settlementWith(false).settle(plan, (await read(planId, round)).round);
    return read(planId, round);
  }

  let planCount = 0;
  /** A plan as the trigger creates it. */
  async function planned(more: Partial<ReplayPlan> = {}): Promise<ReplayPlan> {
    planCount++;
    const plan: ReplayPlan = {
      planId: newPlanId(clock.now, String(planCount).padStart(16, '0')),
      appId: 'shop',
      targetEnv: `http://target-${planCount}.internal`,
      resultShards: RESULT_SHARDS,
      operations: null,
      caseSource: 'rolling',
      caseFrom: 1,
      caseTo: 2,
      caseCountLimit: 1000,
      caseTags: {},
      enableMock: true,
      sealedPassThreshold: null,
      planName: 'p',
      operator: 'o',
      source: 'trigger',
      load: { maxQps: 1, concurrency: 1, timeoutMs: 1 },
      createdAt: clock.now,
      expiresAt: clock.now + 90 * 86_400_000,
      status: 'PENDING',
      round: 1,
      ...more,
    };
    await plans.lock(plan.appId, plan.planId, clock.now);
    if (!(await plans.create(plan, null, null))) throw new Error('the plan was not created');
    return plan;
  }
  return {
    clock,
    table,
    plans,
    results,
    marks,
    findings,
    values,
    clusters,
    rules,
    noise,
    applications,
    changeSettings: sealed.changeSettings,
    jobs,
    notified,
    planned,
    replay,
    read,
    analysesWith,
    settlementWith,

    analyses: analysesWith({}),

    /** A plan whose first round has settled. */
    settled: async (all: readonly Cases[], more: Partial<ReplayPlan> = {}) => replay(await planned(more), 1, all),
  };
}

function blobsInMemory(): Blobs {
  const kept = new Map<string, Uint8Array>();
  return {
    put: async (key, bytes) => void (kept.has(key) || kept.set(key, bytes)),
    get: async (key) => {
      const bytes = kept.get(key);
      return bytes && new Blob([new Uint8Array(bytes)]).stream();
    },
    remove: async (key) => void kept.delete(key),
    putStream: unused,
    stat: unused,
    copy: unused,
    signedPut: unused,
    signedGet: unused,
  };
}

async function unused(): Promise<never> {
  throw new Error('nothing is sealed or uploaded here');
}
