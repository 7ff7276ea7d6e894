import type { RecordedRequest } from '../recorded-case.ts';
import type { CaseCookies } from './credential-keys.ts';

const LOGOUT = /^(?:log|sign)[-_.]?(?:out|off)$|^end[-_.]?session$/i;
const REVOKE = /^(?:revoke|revocation|invalidate)$/i;
const CREDENTIAL = /^(?:sessions?|auth|oauth2?|(?:access|refresh|auth|session)?[-_.]?tokens?)$/i;

/** Segments at the end of a path that name what a request is about; before them stand prefixes and versions. */
const TAIL = 3;

/**
 * Whether a request destroys the credential that it was sent with: a logout, a revoked token, a deleted session, or an
 * answer that removes a session cookie that the request sent. One that was refused destroys nothing.
 */
export function endsSession(
  { method, path }: Pick<RecordedRequest, 'method' | 'path'>,
  status: number | null,
  cookies: CaseCookies,
): boolean {
  if (status !== null && status >= 400) return false;
  return isNamedSo(method, path) || removesCookie(cookies);
}

function isNamedSo(method: string, path: string): boolean {
  const tail = (path.split('?', 1)[0] ?? '').split('/').filter(Boolean).slice(-TAIL);
  const last = tail.at(-1) ?? '';
  if (tail.some((segment) => LOGOUT.test(segment))) return true;
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
