import type { LoginRequest } from '../../../applications/domain/login-step.ts';
import type { RecordedRequest } from '../../../recordings/domain/recorded-case.ts';
import { escapePlaceholders } from '../../../recordings/domain/sealed/escape-placeholders.ts';
import type { Sealer } from '../../../recordings/domain/sealed/sealer.ts';
import type { FixedHeaders } from '../outgoing-request.ts';

/** A typed login request in the form of a recorded one. It holds no sealed value, also where it looks as if it did. */
export function typedLogin(
  { method, path, headers, body }: LoginRequest,
  sealer: Pick<Sealer, 'seal'>,
): RecordedRequest {
  const text = (given: string) => escapePlaceholders(given, sealer);
  return {
    method,
    path: text(path),
    headers: Object.entries(headers).map(([name, value]) => [name, text(value)]),
    body: body && text(body),
    bodyEncoding: 'utf8',
  };
}

/** The fixed headers for a typed login request: its own headers were typed for it, so that none replaces them. */
export function headersBesideTyped({ headers }: LoginRequest, { set, always }: FixedHeaders) {
  const typed = new Set(Object.keys(headers).map((name) => name.toLowerCase()));
  const others = Object.entries(set).filter(([name]) => !typed.has(name.toLowerCase()));
  return { set: Object.fromEntries(others), always: [...always], remove: [] };
}
