import type { ConnectionFailure } from './outbound.ts';

/** The code of an error that the egress guard raises. */
export const EGRESS_DENIED = 'EGRESS_DENIED';

/** The code of an error of the proxy: it is not reached, or opens no connection to the target. */
export const PROXY_FAILED = 'PROXY_FAILED';

type Row = readonly [codes: RegExp, end: 'timeout' | ConnectionFailure];

/**
 * The meaning of an error of the socket, the resolver, TLS or undici (interface 2.4); the first matching row applies.
 */
const ENDS: readonly Row[] = [
  [/^(ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT)$/, 'timeout'],
  [/^(ENOTFOUND|ENODATA|EAI_\w+|ESERVFAIL|EREFUSED)$/, 'dns'],
  [
    /^(ERR_(TLS|SSL|OSSL)_|CERT_|CRL_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|INVALID_CA|INVALID_PURPOSE|HOSTNAME_|EPROTO$)/,
    'tls',
  ],
  [/^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|ENETDOWN|EADDRNOTAVAIL|EACCES|EPERM|EINVAL)$/, 'refused'],
  [new RegExp(`^(${EGRESS_DENIED}|${PROXY_FAILED}|UND_ERR_INVALID_ARG|UND_ERR_NOT_SUPPORTED)$`), 'refused'],
];

/** Returns how an exchange that raised this error ended; an unlisted error is a broken connection. */
export function failureEnd(error: unknown): 'timeout' | ConnectionFailure {
  const code = errorCode(error);
  return ENDS.find(([codes]) => codes.test(code))?.[1] ?? 'reset';
}

/** Error codes of a host that has no file descriptor left. They say nothing about the target. */
const OWN_SHORTAGES = new Set(['EMFILE', 'ENFILE']);

/**
 * Whether an exchange failed because this host ran out of file descriptors. Such a failure is not a result of the
 * target.
 */
export const isOwnShortage = (error: unknown): boolean => OWN_SHORTAGES.has(errorCode(error));

/**
 * Whether bytes, a character each, begin with the frame of every server of HTTP/2 (RFC 9113 3.4): a length below 256,
 * type 4, no flags, stream 0.
 */
const isHttp2 = (bytes: string): boolean => bytes.startsWith('\0\0') && bytes.startsWith('\u0004\0\0\0\0\0', 3);

/** Returns the machine-readable code of an error, for `failureEnd` and logs; its text may contain addresses. */
export function errorCode(error: unknown): string {
  // undici gives these faults no code, and the bytes that it could not read.
  if (error instanceof Error && error.name === 'HTTPParserError')
    return 'data' in error && isHttp2(String(error.data)) ? 'HTTP2_SETTINGS' : 'HPE_INVALID';
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}
