import type { Targets } from '../../applications/service/targets.ts';
import type { ApplicationStore } from '../../applications/store/applications.ts';
import { undefinedIfDamaged } from '../../platform/values/damaged-data.ts';
import { sumOf } from '../../platform/values/sum-of.ts';
import type { World } from '../../platform/world.ts';
import type { CaseHead } from '../../recordings/domain/recorded-case.ts';
import type { RecordingStore } from '../../recordings/store/recordings.ts';
import type { RunHint } from '../../replay/domain/hint.ts';
import type { ReplayPlan, ReplayRound } from '../../replay/domain/plan.ts';
import type { Cluster } from '../../replay/domain/results/clusters.ts';
import type { PlacedItem } from '../../replay/domain/results/failed-cases.ts';
import { runSecrets } from '../../replay/domain/run-secrets.ts';
import type { ResultStore } from '../../replay/store/results.ts';
import { cutHint } from '../domain/hints/cut-hint.ts';
import { hintsOf, type RefusedRequest } from '../domain/hints/hints-of.ts';
import { refusingClusters } from '../domain/hints/refusing-clusters.ts';
import { type FixedNames, type SentCredential, sentCredentialJob } from '../domain/hints/sent-credential.ts';

/** Maximum refused requests of a round that are looked at, and how many at the same time. */
const MAX_REFUSED = 1000;
const AT_ONCE = 25;

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
  /** A refused request before it is known who issued its token. */
  type Looked = Omit<RefusedRequest, 'isIssued' | 'isOfRefusedLogin'> & {
    keys: readonly string[] | null;
    /** Keys of the credentials that its recorded response issued. */
    issued: readonly string[];
  };

  async function lookAt(
    { planId }: ReplayPlan,
    round: number,
    { item, chunk }: PlacedItem,
    fixed: FixedNames,
  ): Promise<Looked | null> {
    const found = await results.findUnread(planId, round, chunk, item);
    if (found === undefined) return null;
    const { head, stored } = found;
    const [recorded, read] = await Promise.all([
      undefinedIfDamaged(recordings.find(head.caseId)),
      work.run(sentCredentialJob, async () => ({ stored: await stored.bytes(), fixed }), { bytes: stored.size }),
    ]);
    if (!read.ok || read.value === null) return null;
    const credential: SentCredential['kind'] = head.loggedIn ? 'replaced' : read.value.kind;
    return {
      operation: head.outcome.operation,
      method: head.outcome.method,
      status: head.replayedStatus ?? 0,
      credential,
      expiresAt: read.value.expiresAt ?? recorded?.credentialExpiresAt ?? null,
      replayedAt: head.replayedAt ?? null,
      keys: credential === 'token' ? keysOf(recorded) : [],
      // A page that sets a cookie is not a login.
      issued: recorded?.method === 'GET' ? [] : (recorded?.credentials?.issued ?? []),
    };
  }

  return async function hintsOfRound(
    plan: ReplayPlan,
    { round, selection }: ReplayRound,
    { clusters, itemsOf, failedCases }: SettlingClusters,
  ): Promise<RunHint[]> {
    const cut = cutHint(clusters);
    const judged = clusters.filter((cluster) => !cluster.cut);
    const { clusters: refusing, areMost } = refusingClusters(judged, failedCases);
    if (refusing.length === 0) return cut;
    const refused = sumOf(refusing, ({ requests }) => requests);
    const saved = await applications.settings(plan.appId);
    const { replay, login } = runSecrets(plan, saved, targets.destinationOf(plan));
    const { set, always, remove } = replay.headers;
    const hasCredentials = plan.credentials !== 'none';
    const leftOut = hasCredentials ? Object.keys(saved.replay.headers.set).filter((name) => !(name in set)) : [];
    const fixed = { set: Object.keys(set), always, remove, leftOut };
    const items = refusing
      .flatMap(itemsOf)
      .sort((a, b) => a.item - b.item)
      .slice(0, MAX_REFUSED);
    const looked: Looked[] = [];
    for (let at = 0; at < items.length; at += AT_ONCE) {
      const some = items.slice(at, at + AT_ONCE).map((item) => lookAt(plan, round, item, fixed));
      for (const one of await Promise.all(some)) if (one !== null) looked.push(one);
    }
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

/** Keys of the credentials of a recorded request; null if it is gone, or none of them has a key. */
function keysOf(recorded: CaseHead | undefined): readonly string[] | null {
  const { sent = [], tokens = [] } = recorded?.credentials ?? {};
  const keys = [...sent, ...tokens];
  return keys.length === 0 ? null : keys;
}
