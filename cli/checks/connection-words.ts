import { failureEnd } from '../../functions/platform/outbound/connection-failure.ts';

const CERTIFICATE = 'NODE_EXTRA_CA_CERTS names a file with the CA that issued it';
const HTTP2 = 'it speaks HTTP/2 only, as gRPC does, and HTTP/1.1 is needed';

/** Why a connection failed, by the code of its fault; the first row that matches. */
const REASONS: readonly (readonly [code: RegExp, reason: string])[] = [
  [/^ECONNREFUSED$/, 'connection refused'],
  [/^(ENOTFOUND|EAI_\w+)$/, 'its name cannot be resolved'],
  [/NO_APPLICATION_PROTOCOL/, HTTP2],
  [/^HPE_/, 'its answer is not HTTP/1.1: it may speak HTTP/2 only, as gRPC does'],
  [/WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|^EPROTO$/, 'it does not speak TLS: its address begins with http://'],
  [/^CERT_HAS_EXPIRED$/, 'its certificate has expired'],
  [/ALTNAME_INVALID|^HOSTNAME_/, 'its certificate is for another name'],
  [/^(ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT)$/, 'no answer in time'],
];

/** Why a connection failed, in words that follow the name of what was called. */
export function connectionWords(code: string): string {
  const found = REASONS.find(([pattern]) => pattern.test(code))?.[1];
  if (found !== undefined) return found;
  return failureEnd(Object.assign(new Error(), { code })) === 'tls'
    ? `its certificate is not trusted (${code}); ${CERTIFICATE}`
    : code;
}

/** The code of a fault of a connection, or of what caused it. */
export function connectionCode(fault: unknown): string {
  if (!(fault instanceof Error)) return 'no connection';
  // undici gives the faults of its parser no code.
  if (fault.name === 'HTTPParserError') return 'HPE_INVALID';
  if ('code' in fault) return String(fault.code);
  return fault.cause instanceof Error ? connectionCode(fault.cause) : 'no connection';
}
