import type { LoginStep } from '../../applications/domain/login-step.ts';
import type { ConnectionFailure, OutboundOutcome } from '../../platform/outbound/outbound.ts';
import type { ConnectionCause } from '../../platform/values/connection-cause.ts';
import { tokenOf } from '../../replay/domain/login/login-token.ts';
import { fieldNames, shownName } from './field-names.ts';

/** Maximum names of headers and of cookies. */
const MAX_HEADERS = 50;

/** How one login ended that a person tried: names only, never a value. */
export type TriedLogin =
  | { kind: 'no-recording' }
  | { kind: 'timeout' }
  | { kind: 'connection-failure'; failure: ConnectionFailure; cause?: ConnectionCause }
  | {
      kind: 'response';
      status: number;
      durationMs: number;
      /** The body was larger than is read. */
      isCut: boolean;
      /** Null: the body is not JSON. */
      fields: string[] | null;
      headers: string[];
      cookies: string[];
      /** The login step finds its token. */
      isTokenFound: boolean;
    };

/** What may be shown of the outcome of a login. */
export function triedLogin(outcome: OutboundOutcome, step: LoginStep): TriedLogin {
  if (outcome.kind === 'timeout') return { kind: 'timeout' };
  if (outcome.kind === 'connection-failure') {
    const { kind, failure, cause } = outcome;
    return { kind, failure, ...(cause !== undefined && { cause }) };
  }
  const { kind, status, durationMs, truncated, headers, body } = outcome;
  const cookies = headers.filter(([name]) => name.toLowerCase() === 'set-cookie').map(([, value]) => cookieName(value));
  return {
    ...{ kind, status, durationMs },
    isCut: truncated,
    fields: truncated ? null : fieldNames(body),
    headers: some(headers.map(([name]) => shownName(name.toLowerCase()))),
    cookies: some(cookies.map(shownName)),
    isTokenFound: tokenOf(outcome, step) !== null,
  };
}

const cookieName = (line: string): string => line.split('=', 1)[0]?.trim() ?? '';

const some = (names: readonly string[]): string[] => [...new Set(names)].slice(0, MAX_HEADERS);
