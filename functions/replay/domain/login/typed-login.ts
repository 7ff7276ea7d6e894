import type { LoginRequest } from '../../../applications/domain/login-step.ts';
import type { RecordedRequest } from '../../../recordings/domain/recorded-case.ts';
import type { FixedHeaders } from '../outgoing-request.ts';

/** A typed login request in the form of a recorded one. */
export const typedLogin = ({ method, path, headers, body }: LoginRequest): RecordedRequest => ({
  method,
  path,
  headers: Object.entries(headers),
  body,
  bodyEncoding: 'utf8',
});

/** The fixed headers for a typed login request: its own headers were typed for it, so that none replaces them. */
export function headersBesideTyped({ headers }: LoginRequest, { set, always }: FixedHeaders) {
  const typed = new Set(Object.keys(headers).map((name) => name.toLowerCase()));
  const others = Object.entries(set).filter(([name]) => !typed.has(name.toLowerCase()));
  return { set: Object.fromEntries(others), always: [...always], remove: [] };
}
