import { expect, test } from 'vitest';
import { addressOf, sourceOf } from '../../../functions/platform/http/source-of.ts';

test.for<[string, unknown, string | null]>([
  ['node:http', { incoming: { socket: { remoteAddress: '::ffff:10.0.0.7' } } }, '10.0.0.7'],
  ['a connection that has closed', { incoming: { socket: {} } }, null],
  ['API Gateway', { requestContext: { identity: { sourceIp: '10.0.0.7' } } }, '10.0.0.7'],
  [
    'the gateway before node:http',
    { client: '192.0.2.7', incoming: { socket: { remoteAddress: '127.0.0.1' } } },
    '192.0.2.7',
  ],
  ['no source', undefined, null],
])('sourceOf reads the source from %s', ([, env, source]) => {
  expect(sourceOf(env)).toBe(source);
});

test('addressOf returns the address that the host gives', () => {
  expect(addressOf({ incoming: { socket: { remoteAddress: '2001:db8::7' } } })).toBe('2001:db8::7');
  expect(addressOf({})).toBe(null);
});
