import type { CaseHead } from '../../../recordings/domain/recorded-case.ts';
import { isWrite } from '../order/run-order.ts';

/** A request of a session, or one that prepares it. */
export type CaseWithCredentials = Pick<CaseHead, 'caseId' | 'credentials'>;

/** How the sessions of a selection begin; stored with the selection of a round. */
export interface SessionCoverage {
  total: number;
  /** Sessions that earlier recorded requests complete. */
  completed: number;
  /** Sessions with a request whose credential no recorded request issued. */
  cut: number;
  /** The earlier requests that complete them: they are sent, and count neither as requests nor in findings. */
  preparation: number;
}

/** Requests that prepare one session; one that needs more is cut. */
export const MAX_PREPARATION = 5;

/**
 * The credentials of requests, in the order of recording, that none before them issued; those of logins, and tokens.
 */
export function missingCredentials(session: readonly CaseWithCredentials[]): string[] {
  const issued = new Set<string>();
  const missing = new Set<string>();
  for (const { credentials } of session) {
    for (const key of [...(credentials?.sent ?? []), ...(credentials?.tokens ?? [])])
      if (!issued.has(key)) missing.add(key);
    for (const key of credentials?.issued ?? []) issued.add(key);
  }
  return [...missing];
}

/** Whether a session has a request of whose credentials none was issued before it. */
export const isCut = (session: readonly CaseWithCredentials[]): boolean => unmet(session).length > 0;

/**
 * The requests of a session that cannot succeed where the target does not know the credentials which no recorded
 * response issued: those that send only such credentials, and those that send only what such a request was answered
 * with. A login issues credentials whatever it sends; a read and a request with an unknown token do not.
 */
export function lostRequests<T extends CaseWithCredentials & Pick<CaseHead, 'method'>>(session: readonly T[]): T[] {
  const known = new Set<string>();
  return session.filter(({ method, credentials }) => {
    const { sent = [], tokens = [], issued = [] } = credentials ?? {};
    const all = [...sent, ...tokens];
    const isUnknown = all.length > 0 && !all.some((key) => known.has(key));
    const isLost = isUnknown && (issued.length === 0 || tokens.length > 0 || !isWrite({ method }));
    if (!isLost) for (const key of issued) known.add(key);
    return isLost;
  });
}

/**
 * The requests that prepare a session, without those that cannot succeed because their own credential is missing;
 * `session`: all of its requests in the order of recording, with `preparation` among them.
 */
export function usefulPreparation<T extends CaseWithCredentials>(
  session: readonly CaseWithCredentials[],
  preparation: readonly T[],
): T[] {
  const useless = new Set(unmet(session, true).map(({ caseId }) => caseId));
  const useful = preparation.filter(({ caseId }) => !useless.has(caseId));
  if (useful.length === preparation.length) return useful;
  const gone = new Set(preparation.filter((one) => !useful.includes(one)).map(({ caseId }) => caseId));
  return usefulPreparation(
    session.filter(({ caseId }) => !gone.has(caseId)),
    useful,
  );
}

/**
 * `withTokens`: a request that sends tokens and no other credential, such as a refresh, needs an earlier response that
 * issues one.
 */
function unmet(session: readonly CaseWithCredentials[], withTokens = false): CaseWithCredentials[] {
  const issued = new Set<string>();
  return session.filter(({ credentials }) => {
    const { sent = [], tokens = [] } = credentials ?? {};
    const needed = sent.length > 0 || !withTokens ? sent : tokens;
    const isUnmet = needed.length > 0 && ![...sent, ...tokens].some((key) => issued.has(key));
    for (const key of credentials?.issued ?? []) issued.add(key);
    return isUnmet;
  });
}
