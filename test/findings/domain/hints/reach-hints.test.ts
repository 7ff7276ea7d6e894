import { expect, test } from 'vitest';
import { hintText } from '../../../../functions/findings/domain/hints/hint-texts.ts';
import { reachHints } from '../../../../functions/findings/domain/hints/reach-hints.ts';
import { connectionCause } from '../../../../functions/platform/values/connection-cause.ts';

const cluster = (operation: string, failure: string | null, requests = 1, method = 'GET') => ({
  operation,
  method,
  failure,
  requests,
  hasResult: true,
});

test.for([
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'its certificate is not trusted: NODE_EXTRA_CA_CERTS names a file'],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'its certificate is not trusted'],
  ['CERT_HAS_EXPIRED', 'its certificate has expired'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'its certificate is for another name'],
  ['ERR_SSL_TLSV1_ALERT_NO_APPLICATION_PROTOCOL', 'it speaks HTTP/2 only, as gRPC does'],
  ['HTTP2_SETTINGS', 'it speaks HTTP/2 only'],
  ['ERR_SSL_WRONG_VERSION_NUMBER', 'it does not speak TLS'],
] as const)('reachHints names the cause of %s', ([code, words]) => {
  const cause = connectionCause(code);
  const hints = reachHints([
    cluster('/a', cause, 2),
    cluster('/b', cause),
    cluster('/b', cause, 1, 'POST'),
    cluster('/c', '503'),
  ]);
  expect(hints).toEqual([{ code: 'NOT_REACHED', interfaces: 2, endpoints: 3, requests: 4, setting: 'targets', cause }]);
  expect(hints.map(hintText).join()).toContain(`The target did not answer 4 requests of 3 endpoints: ${words}`);
});

test('reachHints has no hint for other failures', () => {
  expect(connectionCause('ECONNRESET')).toBeNull();
  expect(reachHints(['tls', 'reset', 'refused', 'timeout', '500', null].map((one) => cluster('/a', one)))).toEqual([]);
});
