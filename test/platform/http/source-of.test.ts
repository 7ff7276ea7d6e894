import { expect, test } from 'vitest';
import { sourceOf } from '../../../functions/platform/http/source-of.ts';

test.for<[string, unknown, string | null]>([
  ['node:http', { incoming: { socket: { remoteAddress: '::ffff:10.0.0.7' } } }, '10.0.0.7'],
  ['a connection that has closed', { incoming: { socket: {} } }, null],
  ['API Gateway', { requestContext: { identity: { sourceIp: '10.0.0.7' } } }, '10.0.0.7'],
  ['no source', undefined, null],
])('what %s says of a caller', ([, env, source]) => {
  expect(sourceOf(env)).toBe(source);
});
