import type { DetectedLogin } from '../../../applications/domain/detected-login.ts';
import type { LoginLocation, LoginToken } from '../../../applications/domain/login-step.ts';
import { shownSealed } from '../../../platform/values/sealed-text.ts';
import { plainMask } from '../masks/mask.ts';
import { maskText } from '../masks/mask-text.ts';
import type { CasePayload } from '../recorded-case.ts';
import { type IssuedAt, issuedAt, sentAt } from './credential-uses.ts';
import { isLogin } from './is-login.ts';

/** Recordings of one login, and of requests that send what it issued. */
export interface LoginEvidence {
  /** Newest first. */
  logins: readonly (Pick<CasePayload, 'request' | 'response'> & { recordedAt: number; isAnonymous: boolean })[];
  uses: readonly Pick<CasePayload, 'request'>[];
}

/**
 * What a login step with the newest of these logins needs. Null if the request is not a login that can be sent again,
 * if what it issued is sent at several places or at none, or if it is not known where its response has the token.
 */
export function loginInEvidence({ logins, uses }: LoginEvidence): Omit<DetectedLogin, 'caseId' | 'recordings'> | null {
  const [newest] = logins;
  if (newest === undefined || !isLogin(newest.request, newest.isAnonymous)) return null;
  const issued = logins.map(({ response, recordedAt }) => (response === null ? [] : issuedAt(response, recordedAt)));
  const steps = uses
    .flatMap(({ request }) => sentAt(request))
    .flatMap(({ key, place }) => {
      const sources = issued.flat().filter((one) => one.key === key);
      return sources.length === 0 ? [] : [stepOf(sources, place)];
    });
  const [step] = steps;
  if (!step || new Set(steps.map((one) => JSON.stringify(one))).size > 1) return null;
  const isProven = issued[0]?.some(({ token, cookie }) => isSame(step, token, cookie)) ?? false;
  if (!isProven) return null;
  const { method, path } = newest.request;
  return { method, path: shownSealed(maskText(path.split('?', 1)[0] ?? '', plainMask)), ...step };
}

interface Step {
  token: LoginToken;
  place: LoginLocation;
}

/** A cookie comes from the cookie of its name, and a header from the body, where both have the token. */
function stepOf(sources: readonly IssuedAt[], location: LoginLocation): Step | null {
  const own = sources.find(({ cookie }) => 'cookie' in location && cookie === location.cookie);
  const source =
    own ?? sources.find(({ token }) => 'path' in token) ?? sources.find(({ cookie }) => cookie === undefined);
  if (source === undefined) return null;
  // A header of the response has its scheme already.
  if (source.scheme !== '' && source.scheme !== location.prefix) return null;
  return { token: source.token, place: source.scheme === '' ? location : { ...location, prefix: '' } };
}

const isSame = ({ token, place }: Step, other: LoginToken, cookie: string | undefined): boolean =>
  JSON.stringify(token) === JSON.stringify(other) &&
  (cookie === undefined || ('cookie' in place && place.cookie === cookie));
