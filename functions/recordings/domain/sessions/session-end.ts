import type { RecordedRequest, SessionEnd } from '../recorded-case.ts';
import type { CaseCookies } from './credential-keys.ts';

const LOGOUT = /^(?:log|sign)[-_.]?(?:out|off)$|^end[-_.]?session$/i;
const REVOKE = /^(?:revoke|revocation|invalidate)$/i;
const CREDENTIAL = /^(?:sessions?|auth|oauth2?|(?:access|refresh|auth|session)?[-_.]?tokens?)$/i;

/** Segments at the end of a path that name what a request is about; before them stand prefixes and versions. */
const TAIL = 3;

/**
 * How a request may destroy the credential that it was sent with: as a logout, which includes an answer that removes a
 * session cookie that the request sent, or by revoking a token or deleting a session, which need not be its own. Null
 * for others, and for one that was refused.
 */
export function sessionEnd(
  { method, path }: Pick<RecordedRequest, 'method' | 'path'>,
  status: number | null,
  cookies: CaseCookies,
): SessionEnd | null {
  if (status !== null && status >= 400) return null;
  const tail = (path.split('?', 1)[0] ?? '').split('/').filter(Boolean).slice(-TAIL);
  if (tail.some((segment) => LOGOUT.test(segment)) || removesCookie(cookies)) return 'logout';
  return isRevocation(method, tail) ? 'revocation' : null;
}

function isRevocation(method: string, tail: readonly string[]): boolean {
  const last = tail.at(-1) ?? '';
  if (REVOKE.test(last)) return tail.length === 1 || tail.some((segment) => CREDENTIAL.test(segment));
  return method === 'DELETE' && tail.slice(-2).some((segment) => CREDENTIAL.test(segment));
}

const removesCookie = ({ sent, set }: CaseCookies): boolean =>
  set.some(
    ({ name, value }) =>
      value === null &&
      sent.some(([other]) => other === name) &&
      !set.some((again) => again.name === name && again.value !== null),
  );
