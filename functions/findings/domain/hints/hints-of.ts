import { HintCode, type RunHint } from '../../../replay/domain/hint.ts';
import { countedLocations } from './counted-locations.ts';
import type { SentCredential } from './sent-credential.ts';

/** A request that was recorded with another status and answered with 401 or 403. */
export interface RefusedRequest {
  operation: string;
  method?: string | undefined;
  status: number;
  credential: SentCredential['kind'];
  /** When its recorded token expires, epoch ms; null if that is unknown. */
  expiresAt: number | null;
  /** When it was sent, epoch ms; null in results from before it was recorded. */
  replayedAt: number | null;
  /** Whether a recorded response of the application issued its token. */
  isIssued: boolean;
  /** Whether it is a login whose recorded response issued a credential, or sent one of a login that was refused. */
  isOfRefusedLogin: boolean;
}

/** What of a round and its application hints depend on. */
export interface RefusedRound {
  /** The round failed mostly by refusals. */
  areMost: boolean;
  /** More requests were refused than were looked at. */
  isCut: boolean;
  /** The application has a login step. */
  hasLogin: boolean;
  /** Names of fixed headers that were not sent, since they were saved for other targets. */
  headersLeftOut: readonly string[];
  /** The login step was not sent, for the same reason. */
  isLoginLeftOut: boolean;
  /** Some of the sessions are cut, others are not (ReplayRound, selection.sessions). */
  hasWholeSessions: boolean;
}

/** Whether refusals are more than half of a number of requests. */
export const areMostRefused = (refused: number, of: number): boolean => refused > 0 && refused * 2 > of;

/**
 * Causes that hold whatever the build does. Where only single endpoints refuse, any other cause may as well be a change
 * of theirs.
 */
const OF_ANY_BUILD: ReadonlySet<HintCode> = new Set([
  'CREDENTIALS_EXPIRED',
  'CREDENTIALS_REMOVED',
  'SAVED_FOR_OTHER_TARGETS',
]);

/** Why a request was refused, as far as it can be proved; null if the target may have changed. */
function causeOf(
  { status, credential, expiresAt, replayedAt, isIssued, isOfRefusedLogin }: RefusedRequest,
  { areMost, hasWholeSessions, isLoginLeftOut }: RefusedRound,
): HintCode | null {
  // Refusals of single endpoints may have another cause.
  if (credential === 'without-header') return areMost ? 'SAVED_FOR_OTHER_TARGETS' : null;
  if (credential === 'replaced') return null;
  if (credential === 'removed' || credential === 'deleted') return 'CREDENTIALS_REMOVED';
  if (credential === 'left-out' || (isLoginLeftOut && credential !== 'none')) return 'SAVED_FOR_OTHER_TARGETS';
  // A login carries its credentials in its body.
  if (isOfRefusedLogin && (credential === 'none' || credential === 'token')) return 'LOGIN_REFUSED';
  // 401 says that credentials are missing (RFC 9110 15.5.2), 403 does not.
  if (credential === 'none') return status === 401 ? 'HEADER_MISSING' : null;
  if (expiresAt !== null && replayedAt !== null && expiresAt <= replayedAt) return 'CREDENTIALS_EXPIRED';
  if (isIssued) return null;
  return credential === 'token' && hasWholeSessions ? 'SESSION_CUT' : 'NO_LOGIN_RECORDED';
}

/** The setting that fixes a cause. */
function settingOf(code: HintCode, requests: readonly RefusedRequest[], hasLogin: boolean): RunHint['setting'] {
  const areAll = (kind: SentCredential['kind']) => requests.every(({ credential }) => credential === kind);
  if (code === 'CREDENTIALS_REMOVED' && areAll('deleted')) return 'replay.headers.remove';
  if (code === 'NO_LOGIN_RECORDED' && areAll('fixed')) return 'replay.headers.set';
  if (code === 'SAVED_FOR_OTHER_TARGETS' && (areAll('left-out') || areAll('without-header')))
    return 'replay.headers.set';
  if (code === 'HEADER_MISSING') return hasLogin ? 'login.place.always' : 'replay.headers.always';
  return 'login';
}

/** The hints of a round (interface 10): each cause with its endpoints and requests. */
export function hintsOf(refused: readonly RefusedRequest[], round: RefusedRound): RunHint[] {
  const byCause = Map.groupBy(refused, (one) => causeOf(one, round));
  return HintCode.options.flatMap((code) => {
    const requests = byCause.get(code);
    if (requests === undefined || (!round.areMost && !OF_ANY_BUILD.has(code))) return [];
    const expiries = requests.flatMap(({ expiresAt }) => expiresAt ?? []);
    return {
      code,
      ...countedLocations(requests),
      requests: requests.length,
      setting: settingOf(code, requests, round.hasLogin),
      ...(code === 'CREDENTIALS_EXPIRED' && { expiredAt: Math.max(...expiries) }),
      ...(code === 'SAVED_FOR_OTHER_TARGETS' && {
        leftOut: [...round.headersLeftOut, ...(round.isLoginLeftOut ? ['login'] : [])],
      }),
      ...(round.isCut && { isAtLeast: true as const }),
    };
  });
}
