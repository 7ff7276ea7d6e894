import { causeText, connectionCause } from '../values/connection-cause.ts';
import { errorCode, failureEnd } from './connection-failure.ts';

const CERTIFICATE = 'NODE_EXTRA_CA_CERTS names a file with the CA that issued it';

/**
 * Why a connection failed, by error code, where the code proves no fault of the target itself. The first match counts.
 */
const REASONS: readonly (readonly [code: RegExp, reason: string])[] = [
  [/^ECONNREFUSED$/, 'connection refused'],
  [/^(ENOTFOUND|EAI_\w+)$/, 'its name cannot be resolved'],
  [/^HPE_/, 'its response is not HTTP/1.1: it may speak HTTP/2 only, as gRPC does'],
  [/^(ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT)$/, 'no response in time'],
];

/** Why a connection failed, in words that follow the name of what was called. */
export function connectionText(code: string): string {
  const cause = connectionCause(code);
  if (cause === 'certificate-untrusted') return `its certificate is not trusted (${code}); ${CERTIFICATE}`;
  const found = (cause && causeText(cause)) ?? REASONS.find(([pattern]) => pattern.test(code))?.[1];
  if (found !== undefined) return found;
  return failureEnd(Object.assign(new Error(), { code })) === 'tls'
    ? `its certificate is not trusted (${code}); ${CERTIFICATE}`
    : code;
}

/** The code of a fault of a connection, or of what caused it. */
export function connectionCode(fault: unknown): string {
  if (!(fault instanceof Error)) return 'no connection';
  if (fault.name === 'HTTPParserError') return errorCode(fault);
  if ('code' in fault) return String(fault.code);
  return fault.cause instanceof Error ? connectionCode(fault.cause) : 'no connection';
}
