import { describe, expect, test } from 'vitest';
import { connectionCode, connectionText } from '../../../functions/platform/outbound/connection-text.ts';

describe('the words of a connection failure', () => {
  test.for([
    ['ECONNREFUSED', /^connection refused$/],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', /certificate is not trusted.*NODE_EXTRA_CA_CERTS/],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', /certificate is not trusted/],
    ['CERT_HAS_EXPIRED', /has expired/],
    ['ERR_TLS_CERT_ALTNAME_INVALID', /another name/],
    ['ERR_SSL_WRONG_VERSION_NUMBER', /does not speak TLS/],
    ['ERR_SSL_TLSV1_ALERT_NO_APPLICATION_PROTOCOL', /HTTP\/2 only, as gRPC/],
    ['HPE_INVALID_CONSTANT', /HTTP\/2 only, as gRPC/],
    ['ECONNRESET', /^ECONNRESET$/],
  ] as const)('explain %s', ([code, words]) => {
    expect(connectionText(code)).toMatch(words);
  });

  test('use the code of the cause', () => {
    const cause = Object.assign(new Error(), { code: 'ECONNREFUSED' });
    expect(connectionCode(new TypeError('fetch failed', { cause }))).toBe('ECONNREFUSED');
    expect(connectionCode('none')).toBe('no connection');
  });
});
