import { expect, test } from 'vitest';
import { openedCall, openerOf } from '../../functions/mocks/service/mock-answer.ts';
import { testSealer } from '../support/test-sealer.ts';

const SECRET = 'planted-secret';
const sealed = JSON.stringify({ token: testSealer.seal('t', SECRET) });
const call = {
  kind: 'http' as const,
  target: 'stock',
  operation: 'GET /stock',
  request: sealed,
  response: sealed,
  error: testSealer.seal('t', SECRET),
  durationMs: null,
};

test('openedCall returns no credentials for a run without credentials (interface 14)', () => {
  const withCredentials = openedCall(call, openerOf({}, testSealer));
  expect(JSON.parse(withCredentials.response)).toEqual({ token: SECRET });
  const without = openedCall(call, openerOf({ credentials: 'none' }, testSealer));
  expect(JSON.stringify(without)).not.toContain(SECRET);
  expect([JSON.parse(without.response), without.error]).toEqual([{ token: '[redacted]' }, '[redacted]']);
});
