import type { Targets } from '../../applications/service/targets.ts';
import type { ApplicationStore } from '../../applications/store/applications.ts';
import { sumOf } from '../../platform/values/sum-of.ts';
import type { World } from '../../platform/world.ts';
import type { RecordingStore } from '../../recordings/store/recordings.ts';
import type { RunHint } from '../../replay/domain/hint.ts';
import type { ReplayPlan, ReplayRound } from '../../replay/domain/plan.ts';
import type { Cluster } from '../../replay/domain/results/clusters.ts';
import type { PlacedItem } from '../../replay/domain/results/failed-cases.ts';
import { runSecrets } from '../../replay/domain/run-secrets.ts';
import type { ResultStore } from '../../replay/store/results.ts';
import { cutHint } from '../domain/hints/cut-hint.ts';
import { hintsOf } from '../domain/hints/hints-of.ts';
import { refusingClusters } from '../domain/hints/refusing-clusters.ts';
import { refusedRequests } from './refused-requests.ts';

/** What hints of a settling round are computed from. */
export interface SettlingClusters {
  clusters: readonly Cluster[];
  itemsOf(cluster: Cluster): readonly PlacedItem[];
  failedCases: number;
}

export type RunHints = ReturnType<typeof runHints>;

/** Finds out why a round, or single endpoints of it, were mostly refused by the target (interface 10, hints). */
export function runHints({
  results,
  recordings,
  applications,
  targets,
  work,
}: {
  results: ResultStore;
  recordings: RecordingStore;
  applications: ApplicationStore;
  targets: Pick<Targets, 'destinationOf'>;
} & Pick<World, 'work'>) {
  const readRefused = refusedRequests({ results, recordings, work });

  return async function hintsOfRound(
    plan: ReplayPlan,
    { round, selection }: ReplayRound,
    { clusters, itemsOf, failedCases }: SettlingClusters,
  ): Promise<RunHint[]> {
    const cut = cutHint(clusters);
    const judged = clusters.filter((cluster) => !cluster.cut);
    const { clusters: refusing, areMost } = refusingClusters(judged, failedCases);
    if (refusing.length === 0) return cut;
    const refused = sumOf(refusing, (cluster) => cluster.requests);
    const saved = await applications.settings(plan.appId);
    const { replay, login } = runSecrets(plan, saved, targets.destinationOf(plan));
    const { set, always, remove } = replay.headers;
    const hasCredentials = plan.credentials !== 'none';
    const leftOut = hasCredentials ? Object.keys(saved.replay.headers.set).filter((name) => !(name in set)) : [];
    const fixed = { set: Object.keys(set), always, remove, leftOut };
    const looked = await readRefused(plan, round, refusing.flatMap(itemsOf), fixed);
    const issuers = await recordings.issuersOf(
      plan.appId,
      looked.flatMap(({ keys }) => keys ?? []),
    );
    const refusedLogins = new Set(looked.flatMap(({ credential, issued }) => (credential === 'none' ? issued : [])));
    const requests = looked.map(({ keys, issued, ...one }) => ({
      ...one,
      isOfRefusedLogin: one.credential === 'none' ? issued.length > 0 : usesOneOf(keys, refusedLogins),
      // What issued a credential that has no key is unknown.
      isIssued: keys === null || keys.some((key) => issuers.has(key)),
    }));
    const sessions = selection?.sessions ?? { total: 0, cut: 0 };
    const hints = hintsOf(requests, {
      areMost,
      isCut: refused > looked.length,
      hasLogin: login !== null,
      headersLeftOut: leftOut,
      isLoginLeftOut: hasCredentials && saved.login !== null && login === null,
      hasWholeSessions: sessions.cut > 0 && sessions.cut < sessions.total,
    });
    return cut.length === 0 ? hints : [...hints.filter(({ code }) => code !== 'SESSION_CUT'), ...cut];
  };
}

const usesOneOf = (keys: readonly string[] | null, issued: ReadonlySet<string>): boolean =>
  keys?.some((key) => issued.has(key)) ?? false;
