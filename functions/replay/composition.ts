import {
  HAS_RUNS,
  LAST_RUN_MISSES,
  MAIN_COVERAGE,
  RECENT_RUNS,
  RUNS_BEFORE,
  sealedSettingsOf,
  TAB_COUNTS,
} from '../applications/composition.ts';
import { compareServices } from '../compare/composition.ts';
import type { RuleInForce } from '../compare/domain/rules/rules.ts';
import { LOGGED_RUNS } from '../logs/composition.ts';
import { mockServices, replayKeysOf } from '../mocks/composition.ts';
import { bind, type Composition, slot } from '../platform/composition.ts';
import type { OutboundOutcome } from '../platform/outbound/outbound.ts';
import type { World } from '../platform/world.ts';
import { recordingKeysOf, recordingServices } from '../recordings/composition.ts';
import type { Secret } from '../recordings/domain/sealed/found-credentials.ts';
import type { CredentialSettings } from '../recordings/domain/sealed/sealing.ts';
import type { NoticedCalls } from './domain/calls/result-calls.ts';
import type { ReplayPlan } from './domain/plan.ts';
import type { PlannedCase } from './domain/results/chunk.ts';
import type { CaseOutcome } from './domain/results/clusters.ts';
import type { ResultHead } from './domain/results/result-head.ts';
import { scheduleStore } from './schedules/store/schedules.ts';
import { lastRunMisses } from './service/last-run-misses.ts';
import { loggedRuns } from './service/logged-runs.ts';
import { mainCoverageOf } from './service/main-coverage-of.ts';
import { newPlans } from './service/new-plans.ts';
import { roundClusters } from './service/round-clusters.ts';
import { tabCounts } from './service/tab-counts.ts';
import { planStore } from './store/plans.ts';
import { resultStore } from './store/results.ts';
import { sweptRounds } from './store/swept-rounds.ts';

export interface ReplayServices extends ReturnType<typeof replayServices> {}

/** Plans, their rounds and the results of their requests. */
export function replayServices({ world, tenant, use }: Composition<'table' | 'blobs'>) {
  const results = resultStore(world, tenant);
  return {
    ...use(recordingServices),
    ...use(compareServices),
    ...world,
    plans: planStore(world.table, tenant),
    results,
    clusters: roundClusters(results),
  };
}

export interface NewPlanServices extends ReturnType<typeof newPlanServices> {}

/** Rounds of every tenant that the sweeper looks for. */
export const sweptRoundsOf = ({ table }: Pick<World, 'table'>) => sweptRounds(table);

/** The words of a run's state, with the tone of its badge. */
export type RunStateLabels = (state: string) => { name: string; tone: 'good' | 'warn' | 'bad' | 'quiet' };
export const RUN_STATE_LABELS = slot<RunStateLabels>('words of the states of runs');

/** The schedules of applications. */
export const schedulesOf = ({ world, tenant }: Composition<'table'>) => scheduleStore(world.table, tenant);

/** Services that create and start plans, and the schedules that do so. */
export function newPlanServices({
  config,
  world,
  tenant,
  use,
  bound,
}: Composition<'table' | 'blobs' | 'workflows' | 'egress' | 'keys'>) {
  const runStateLabels: RunStateLabels = (state) => bound(RUN_STATE_LABELS)(state);
  const below = use(replayServices);
  const { plans, recordings, applications, targets } = below;
  return {
    ...below,
    ...world,
    schedules: use(schedulesOf),
    runStateLabels,
    newPlans: newPlans({
      ...world,
      plans,
      recordings,
      applications,
      targets,
      planRetentionMs: config.planRetentionMs,
      tenant,
    }),
  };
}

/** Reads the cases that an evaluation fixed before an attempt (evaluation 3.14). */
export interface CaseManifests {
  /** The JSON artifact of that digest. */
  jsonOf(digest: string): Promise<unknown>;
}
export const CASE_MANIFESTS = slot<CaseManifests>('case manifests');

/** Judges failing requests of a round by sending them again at once (functions/noise). */
export interface SecondSendings {
  of(
    plan: ReplayPlan,
    round: number,
    setup: { currentRules: readonly RuleInForce[]; credentialSettings: CredentialSettings; keys: string },
  ): {
    /** Whether an outcome has a difference that a second answer may explain. */
    isWanted(outcome: CaseOutcome): boolean;
    /** Whether the response of an outcome lacks a recorded field, which a job in the background may add later. */
    lacksField(outcome: CaseOutcome): boolean;
    /** Judges a failing request by an answer at once. */
    judge(failing: RequestToResend, again: SecondAnswer): Promise<JudgedAgain>;
    /** Judges it by an answer after that too, before which nothing changed data. */
    judgeLater(failing: RequestToResend, later: SecondAnswer): Promise<JudgedAgain>;
  };
}

/** A failing request that is sent again. */
interface RequestToResend {
  chunk: number;
  planned: PlannedCase;
  head: Pick<ResultHead, 'replayedAt'>;
}

/** What sending a request again returned. */
export interface SecondAnswer {
  outcome: OutboundOutcome;
  /** The downstream calls that were noticed in the meantime; null if none could be. */
  calls: NoticedCalls | null;
  /** Credentials that it was sent again with. */
  secrets: readonly Secret[];
}

/** What a further answer showed of a request. */
export interface JudgedAgain {
  /** The further answer has all fields that the first one lacked. */
  isPresent: boolean;
  /** Noise explains every value that differs. */
  isExplained: boolean;
}

/** Null: noise reduction is off. */
export const SECOND_SENDINGS = slot<SecondSendings | null>('second sendings');

export interface SendingServices extends ReturnType<typeof sendingServices> {}

/** Services that select and send the cases of a round. */
export const sendingServices = ({ config, world, use, bound }: Composition<'table' | 'blobs' | 'http' | 'keys'>) => ({
  ...use(replayServices),
  ...world,
  mocks: use(mockServices).mocks,
  replayKeys: use(replayKeysOf),
  sealedSettings: use(sealedSettingsOf),
  recordingKeys: use(recordingKeysOf),
  caseManifests: bound(CASE_MANIFESTS),
  secondSendings: bound(SECOND_SENDINGS),
  maxWorkers: config.maxWorkers,
});

/** The plans of a tenant that is known from a token only. */
export const plansOf = ({ table }: Pick<World, 'table'>, tenant: string) => planStore(table, tenant);

/** Lets an application's page check whether it has runs. */
export const hasRunsBinding = bind(HAS_RUNS, ({ use }: Composition<'table' | 'blobs'>) => {
  const { plans } = use(replayServices);
  return async (appId) => (await plans.list({ appId, limit: 1, after: null })).plans.length > 0;
});

/** Lets the page of the retention say how many runs it would delete. */
export const runsBeforeBinding = bind(
  RUNS_BEFORE,
  ({ use }: Composition<'table' | 'blobs'>) => use(replayServices).plans.countBefore,
);

/** Runs that the list of targets looks at. */
const MAX_RECENT_RUNS = 50;

/** Lets the list of targets say when the last run went to each. */
export const recentRunsBinding = bind(RECENT_RUNS, ({ use }: Composition<'table' | 'blobs'>) => {
  const { plans } = use(replayServices);
  return async (appId) => {
    const { plans: newest, next } = await plans.list({ appId, limit: MAX_RECENT_RUNS, after: null });
    return { runs: newest.map(({ targetEnv, createdAt }) => ({ targetEnv, at: createdAt })), isAll: next === null };
  };
});

/** Lets the settings say whether the last run has replayed the main endpoints. */
export const mainCoverageBinding = bind(MAIN_COVERAGE, ({ use }: Composition<'table' | 'blobs'>) =>
  mainCoverageOf(use(replayServices)),
);

/** Lets the list of called services say which calls of the last run had no recorded one. */
export const lastRunMissesBinding = bind(LAST_RUN_MISSES, ({ use }: Composition<'table' | 'blobs'>) => {
  const { plans } = use(replayServices);
  return (appId) => lastRunMisses(plans, appId);
});

/** Lets each page of an application say how much the others list. */
export const tabCountsBinding = bind(TAB_COUNTS, ({ use }: Composition<'table' | 'blobs'>) => {
  const services = { ...use(replayServices), schedules: use(schedulesOf) };
  return (appId) => tabCounts(services, appId);
});

/** Lets searches of logs find the runs of an application. */
export const loggedRunsBinding = bind(LOGGED_RUNS, ({ use }: Composition<'table' | 'blobs'>) =>
  loggedRuns(use(replayServices)),
);
