/** What is wrong with a target that was reached, as far as the code of an error proves it. */
export type ConnectionCause = (typeof CAUSES)[number][0];

/**
 * Why a connection failed, by the code of its error, and in words that follow the name of what was called; the first
 * match.
 */
const CAUSES = [
  [
    'http2-only',
    /NO_APPLICATION_PROTOCOL|^HTTP2_SETTINGS$/,
    'it speaks HTTP/2 only, as gRPC does, and HTTP/1.1 is needed',
  ],
  [
    'no-tls',
    /WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|^EPROTO$/,
    'it does not speak TLS: its address begins with http://',
  ],
  ['certificate-expired', /^CERT_HAS_EXPIRED$/, 'its certificate has expired'],
  ['certificate-name', /ALTNAME_INVALID|^HOSTNAME_/, 'its certificate is for another name'],
  [
    'certificate-untrusted',
    /^(CERT_(UNTRUSTED|SIGNATURE_FAILURE|CHAIN_TOO_LONG)|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|INVALID_CA)/,
    'its certificate is not trusted: NODE_EXTRA_CA_CERTS names a file with the CA that issued it',
  ],
  ['proxy', /^PROXY_FAILED$/, 'the proxy of SVC_EGRESS_PROXY opened no connection to it'],
] as const;

/** The cause that the code of an error proves; null for any other. */
export const connectionCause = (code: string): ConnectionCause | null =>
  CAUSES.find(([, codes]) => codes.test(code))?.[0] ?? null;

/** A cause in words that follow the name of what was called; null for any other text. */
export const causeText = (cause: string): string | null => CAUSES.find(([name]) => name === cause)?.[2] ?? null;
