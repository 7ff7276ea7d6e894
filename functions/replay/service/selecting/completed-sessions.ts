import { undefinedIfDamaged } from '../../../platform/values/damaged-data.ts';
import type { CaseHead } from '../../../recordings/domain/recorded-case.ts';
import type { SessionLink } from '../../../recordings/domain/sessions/infer-sessions.ts';
import type { RecordingStore } from '../../../recordings/store/recordings.ts';
import type { SelectedCase } from '../../domain/selecting/selected-case.ts';
import { endsOwnSession } from '../../domain/sessions/logouts-last.ts';
import {
  isCut,
  lostRequests,
  MAX_PREPARATION,
  missingCredentials,
  type SessionCoverage,
  usefulPreparation,
} from '../../domain/sessions/session-completion.ts';
import { sessionParts } from '../../domain/sessions/session-parts.ts';
import { byRecording } from './selected-cases.ts';
import { type LinksOf, sessionRoots } from './session-roots.ts';

/** Recordings looked up concurrently. */
const BATCH = 50;

type Cases = Pick<RecordingStore, 'find' | 'sessionLinks'>;

/** Chosen cases in their sessions, in the order of recording, with what completes these. */
export interface CompletedSessions {
  cases: SelectedCase[];
  sessions: SessionCoverage;
}

interface OpenSession {
  session: string;
  cases: readonly CaseHead[];
  preparation: CaseHead[];
}

/** The same cases in the sessions that theirs continue. */
export async function inWholeSessions(cases: readonly CaseHead[], linksOf: LinksOf): Promise<CaseHead[]> {
  const roots = await sessionRoots(
    cases.flatMap(({ session }) => session ?? []),
    linksOf,
  );
  return cases.map((one) => {
    const root = one.session === null ? undefined : roots.get(one.session);
    return root === undefined ? one : { ...one, session: root };
  });
}

/**
 * Finds the recorded logins that sessions lack, of whose chosen cases all are given in the order of recording: for each
 * credential that no chosen request of the session issued, the recorded case that issued it, whatever its endpoint,
 * time and tags, and in turn what that case needs.
 */
export async function completedSessions(
  whole: readonly CaseHead[],
  linksOf: LinksOf,
  recordings: Cases,
): Promise<CompletedSessions> {
  const chosen = sessionParts(whole);
  const sessions = [...Map.groupBy(chosen, ({ session }) => session)].flatMap(([session, some]): OpenSession[] =>
    session === null ? [] : [{ session, cases: some, preparation: [] }],
  );
  await addIssuers(sessions, linksOf, recordings);

  const coverage: SessionCoverage = { total: sessions.length, completed: 0, cut: 0, preparation: 0 };
  const cut = new Set<string>();
  const ends = new Set<string>();
  const preparationOf = new Map<CaseHead | undefined, CaseHead[]>();
  for (const one of sessions) {
    const useful = usefulPreparation(inOrder(one), one.preparation);
    const all = inOrder({ ...one, preparation: useful });
    const lost = lostRequests(all);
    const isIncomplete = lost.length > 0 || isCut(all);
    for (const { caseId } of lost) cut.add(caseId);
    if (isIncomplete) coverage.cut++;
    else if (useful.length > 0) coverage.completed++;
    coverage.preparation += useful.length;
    const inSession = useful.map((issuer) => ({ ...issuer, session: one.session }));
    if (inSession.length > 0) preparationOf.set(one.cases[0], inSession.sort(byRecording));
    for (const head of one.cases) if (endsOwnSession(head, one.cases)) ends.add(head.caseId);
  }
  const marked = <T extends CaseHead>(head: T) => ({ ...head, ...(cut.has(head.caseId) && { cut: true as const }) });
  const cases = chosen.map((head): SelectedCase => {
    const preparation = preparationOf.get(head)?.map(marked);
    return {
      ...marked(head),
      ...(ends.has(head.caseId) && { ends: true as const }),
      ...(preparation && { preparation }),
    };
  });
  return { cases, sessions: coverage };
}

/** Adds the cases that issued missing credentials, step by step, since they may need credentials themselves. */
async function addIssuers(sessions: readonly OpenSession[], linksOf: LinksOf, recordings: Cases): Promise<void> {
  let open = sessions;
  for (let step = 0; open.length > 0 && step < MAX_PREPARATION; step++) {
    const missing = new Map(open.map((one) => [one, missingCredentials(inOrder(one))]));
    const links = await linksOf([...missing.values()].flat());
    const wanted = new Map<OpenSession, string[]>();
    for (const [one, keys] of missing) {
      const known = new Set([...one.cases, ...one.preparation].map(({ caseId }) => caseId));
      const issuers = [...new Set(keys.flatMap((key) => links.get(key)?.caseId ?? []))].filter((id) => !known.has(id));
      if (issuers.length > 0) wanted.set(one, issuers);
    }
    const heads = await headsOf([...wanted.values()].flat(), recordings);
    open = [...wanted].flatMap(([one, caseIds]) => {
      const last = one.cases.at(-1);
      const found = caseIds.flatMap((caseId) => heads.get(caseId) ?? []);
      const earlier = found.filter((head) => last !== undefined && byRecording(head, last) < 0);
      one.preparation.push(...earlier.slice(0, MAX_PREPARATION - one.preparation.length));
      return earlier.length > 0 && one.preparation.length < MAX_PREPARATION ? [one] : [];
    });
  }
}

const inOrder = ({ cases, preparation }: Pick<OpenSession, 'cases' | 'preparation'>): CaseHead[] =>
  preparation.length === 0 ? [...cases] : [...preparation, ...cases].sort(byRecording);

async function headsOf(caseIds: readonly string[], recordings: Cases): Promise<Map<string, CaseHead>> {
  const wanted = [...new Set(caseIds)];
  const heads = new Map<string, CaseHead>();
  for (let at = 0; at < wanted.length; at += BATCH) {
    const some = wanted.slice(at, at + BATCH);
    const found = await Promise.all(some.map((caseId) => undefinedIfDamaged(recordings.find(caseId))));
    for (const head of found) if (head) heads.set(head.caseId, head);
  }
  return heads;
}

/** Links that are remembered; the oldest ones are read again. */
const MAX_REMEMBERED = 50_000;

/** Reads the links of an application, each once while few others are read. */
export function rememberedLinks(appId: string, recordings: Pick<Cases, 'sessionLinks'>): LinksOf {
  const known = new Map<string, SessionLink | undefined>();
  return async (keys) => {
    const unknown = [...new Set(keys)].filter((key) => !known.has(key));
    const read = await recordings.sessionLinks(appId, unknown);
    const found = new Map<string, SessionLink>();
    for (const key of keys) {
      const link = known.get(key) ?? read.get(key);
      if (link) found.set(key, link);
    }
    for (const key of unknown) known.set(key, read.get(key));
    for (const [oldest] of known) {
      if (known.size <= MAX_REMEMBERED) break;
      known.delete(oldest);
    }
    return found;
  };
}
