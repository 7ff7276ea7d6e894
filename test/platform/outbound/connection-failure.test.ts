import { describe, expect, test } from 'vitest';
import { failureEnd } from '../../../functions/platform/outbound/connection-failure.ts';

describe('failureEnd (interface 2.4)', () => {
  test.for<[string, string]>([
    ['ECONNREFUSED', 'refused'],
    ['EHOSTUNREACH', 'refused'],
    ['EGRESS_DENIED', 'refused'],
    ['UND_ERR_INVALID_ARG', 'refused'],
    ['ENOTFOUND', 'dns'],
    ['EAI_AGAIN', 'dns'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'tls'],
    ['ERR_SSL_WRONG_VERSION_NUMBER', 'tls'],
    ['SELF_SIGNED_CERT_IN_CHAIN', 'tls'],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'tls'],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'tls'],
    ['CERT_HAS_EXPIRED', 'tls'],
    ['EPROTO', 'tls'],
    ['ETIMEDOUT', 'timeout'],
    ['UND_ERR_CONNECT_TIMEOUT', 'timeout'],
    ['ECONNRESET', 'reset'],
    ['EPIPE', 'reset'],
    ['UND_ERR_SOCKET', 'reset'],
    ['HPE_INVALID_CONSTANT', 'reset'],
    ['UND_ERR_HEADERS_OVERFLOW', 'reset'],
    ['', 'reset'],
  ])('returns for %s: %s', ([code, end]) => {
    expect(failureEnd(Object.assign(new Error('any'), { code }))).toBe(end);
  });

  test('returns reset for what is not an error', () => {
    expect(failureEnd('text')).toBe('reset');
  });
});
