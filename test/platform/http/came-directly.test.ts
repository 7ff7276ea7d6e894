import { describe, expect, test } from 'vitest';
import { cameDirectly } from '../../../functions/platform/http/came-directly.ts';

const SOURCE = '10.0.0.1';
const GATEWAY = { requestContext: { identity: { sourceIp: SOURCE } } };
const NODE = { incoming: { httpVersion: '1.1', url: '/', socket: { remoteAddress: SOURCE } } };

describe('a request came directly', () => {
  test.for<[direct: boolean, host: string, env: unknown, headers: Record<string, string>]>([
    [true, 'node', NODE, {}],
    [false, 'node', NODE, { 'x-forwarded-for': SOURCE }],
    [false, 'node', NODE, { 'x-forwarded-proto': 'https' }],
    [false, 'node', { incoming: { ...NODE.incoming, httpVersion: '1.0' } }, {}],
    [false, 'node', { incoming: { ...NODE.incoming, url: 'http://a.test/' } }, {}],
    // API Gateway adds these three to what every caller has sent.
    [
      true,
      'API Gateway',
      GATEWAY,
      { 'x-forwarded-for': SOURCE, 'x-forwarded-proto': 'https', 'x-forwarded-port': '443' },
    ],
    // A proxy before it has written the address of its own caller.
    [false, 'API Gateway', GATEWAY, { 'x-forwarded-for': `10.0.0.9, ${SOURCE}` }],
    [false, 'API Gateway', GATEWAY, { 'x-forwarded-for': `${SOURCE}, ${SOURCE}` }],
    [false, 'API Gateway', GATEWAY, { 'x-forwarded-for': '10.0.0.9' }],
    [false, 'API Gateway', GATEWAY, { 'x-forwarded-for': SOURCE, via: '1.1 proxy' }],
    [false, 'API Gateway', GATEWAY, { 'x-forwarded-host': 'a.test' }],
  ])('or not (%s) by %s: %o, %o', ([direct, , env, headers]) => {
    expect(cameDirectly(env, { headers: new Headers(headers) })).toBe(direct);
  });
});
