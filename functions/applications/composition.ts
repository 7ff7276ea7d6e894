import { auditOf } from '../login/composition.ts';
import { bind, type Composition, slot } from '../platform/composition.ts';
import type { World } from '../platform/world.ts';
import type { LastRunMisses, RecordedCalls } from './domain/calls/recorded-calls.ts';
import type { DetectedLogin } from './domain/detected-login.ts';
import type { MainCoverage } from './domain/main-coverage.ts';
import type { FoundPersonalData } from './domain/personal-data/found-personal-data.ts';
import type { RecentRuns } from './domain/recent-runs.ts';
import type { TabCounts } from './domain/tab-counts.ts';
import { targets } from './service/targets.ts';
import { applicationStore } from './store/applications.ts';
import { dueRetention, retentionPasses } from './store/retention/retention-passes.ts';
import { sealedSettings } from './store/sealed-settings.ts';
import { targetRequestStore } from './store/target-requests.ts';

/** Whether an application has a run. */
export const HAS_RUNS = slot<(appId: string) => Promise<boolean>>('runs of an application');

/** How many recordings, runs, schedules, rules and expected changes an application has. */
export const TAB_COUNTS = slot<(appId: string) => Promise<TabCounts>>('counts of an application');

/** How many runs of an application were created before a time (epoch ms). */
export const RUNS_BEFORE = slot<(appId: string, time: number) => Promise<number>>('earlier runs of an application');

/** The newest runs of an application. */
export const RECENT_RUNS = slot<(appId: string) => Promise<RecentRuns>>('newest runs of an application');

/** Which main endpoints (by name) of an application its last run has replayed. */
export const MAIN_COVERAGE = slot<(appId: string, mains: readonly string[]) => Promise<MainCoverage>>(
  'main endpoints in the last run',
);

/** The logins that the recordings of an application show, the most frequent one first. */
export const DETECTED_LOGINS = slot<(appId: string) => Promise<DetectedLogin[]>>('logins in recordings');

/** The personal data that was found in the recordings of an application. */
export const PERSONAL_DATA = slot<(appId: string) => Promise<FoundPersonalData>>('personal data in recordings');

/** How often the recordings of an application call each service. */
export const RECORDED_CALLS = slot<(appId: string) => Promise<RecordedCalls>>('calls in recordings');

/** Calls without a recorded one in the last run of an application that ended; null without such a run. */
export const LAST_RUN_MISSES = slot<(appId: string) => Promise<LastRunMisses | null>>('misses of the last run');

/** A text of a person with masks for the credentials that it names: what readers see is stored so. */
export const MASKED_TEXT = slot<(text: string) => string>('masks of credentials in texts');

/**
 * Addresses of an application that the service itself runs, and so trusts; the first caller of a run needs no
 * permission.
 */
export const OWN_TARGETS = slot<(appId: string) => readonly string[]>('targets that the host runs itself');

/** Passes that delete what applications no longer keep. */
const retentionPassesOf = ({ world, tenant }: Composition<'table'>) => retentionPasses(world.table, tenant);

/** Applications of every tenant whose pass is due before a time (epoch ms), the earliest first. */
export const dueRetentionOf = ({ table }: Pick<World, 'table'>, time: number) => dueRetention(table, time);

export interface ApplicationServices extends ReturnType<typeof settingServices> {}

/** Settings of applications and their main endpoints. */
export const applicationServices = ({ config, world, tenant, use, bound }: Composition<'table'>) => ({
  ...world,
  config,
  audit: use(auditOf),
  applications: applicationStore(world.table, tenant),
  targets: use(targetsOf),
  targetRequests: targetRequestStore(world.table, tenant),
  hasRuns: (appId: string) => bound(HAS_RUNS)(appId),
  tabCounts: (appId: string) => bound(TAB_COUNTS)(appId),
  runsBefore: (appId: string, time: number) => bound(RUNS_BEFORE)(appId, time),
  retentionPasses: use(retentionPassesOf),
  recentRuns: (appId: string) => bound(RECENT_RUNS)(appId),
  mainCoverage: (appId: string, mains: readonly string[]) => bound(MAIN_COVERAGE)(appId, mains),
  detectedLogins: (appId: string) => bound(DETECTED_LOGINS)(appId),
  personalData: (appId: string) => bound(PERSONAL_DATA)(appId),
  recordedCalls: (appId: string) => bound(RECORDED_CALLS)(appId),
  maskedText: (text: string) => bound(MASKED_TEXT)(text),
  lastRunMisses: (appId: string) => bound(LAST_RUN_MISSES)(appId),
});

/** The allowed targets of applications. */
export const targetsOf = ({ config, world, tenant, bound }: Composition<'table'>) =>
  targets({ ...world, config, tenant, ownTargets: bound(OWN_TARGETS) });

/** For hosts that run no target. */
export const noOwnTargetsBinding = bind<(appId: string) => readonly string[], never>(OWN_TARGETS, () => () => []);

/** Settings with the values of the headers that replays set. */
export const sealedSettingsOf = ({ world, tenant }: Composition<'table' | 'keys'>) => sealedSettings(world, tenant);

/** What changes settings of applications. */
export const settingServices = ({ use }: Composition<'table' | 'keys'>) => ({
  ...use(applicationServices),
  sealedSettings: use(sealedSettingsOf),
});
