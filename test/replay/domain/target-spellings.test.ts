import type { buildConnector } from 'undici';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { egressPolicy } from '../../../functions/platform/outbound/egress/policy.ts';
import { outboundHttp } from '../../../functions/platform/outbound/http-client.ts';
import { originOf } from '../../../functions/platform/values/origin-pattern.ts';
import { outgoingRequest } from '../../../functions/replay/domain/outgoing-request.ts';
import { TargetEnv } from '../../../functions/replay/domain/target-env.ts';
import { silentLog } from '../../contracts/silent-log.ts';
import { seededRandom } from '../../support/seeded-random.ts';

const HOSTS = ['', 'good.example', '127.0.0.1', 'localhost', '[::1]'];
const PARTS = [
  ...['http://', 'HTTPS://', 'http:/', 'http:\\\\', '//', '\\', '/', '@', ':', ':80', ':443', ':8080', '.', '..', '。'],
  ...['good.example', 'evil.example', '127.1', '0x7f.1', '[::ffff:127.0.0.1]', '%2e', '%40', '%2f', '%00', '\u0000'],
  ...['\t', '\n', ' ', 'ß', 'İ', '\u00ad', '\u200b', '#', '?', ';', '-', '_', '*', '[', ']', 'xn--', '|', '^'],
];
const PATHS = [
  '/orders',
  '//evil.example/x',
  '@evil.example',
  '\\evil.example',
  ':8080/',
  '?a=b',
  '#x',
  '.evil.example',
];
const SPELLINGS = 2_000;

/** Spellings of addresses that a run accepts, each with a recorded path. */
function* spellings(): Generator<{ targetEnv: string; path: string }> {
  const random = seededRandom(14);
  const oneOf = <One>(list: readonly One[], fallback: One): One => list[Math.floor(random() * list.length)] ?? fallback;
  for (let accepted = 0; accepted < SPELLINGS; ) {
    const more = Array.from({ length: Math.floor(random() * 5) }, () => oneOf(PARTS, ''));
    const text = ['http://', oneOf(HOSTS, ''), ...more].join('');
    if (!v.is(TargetEnv, text)) continue;
    accepted++;
    yield { targetEnv: text.trim(), path: oneOf(PATHS, '/') };
  }
}

test('a request connects to the origin that was checked, for any spelling of its target and path', async () => {
  const connected: string[] = [];
  const noConnection =
    (): buildConnector.connector =>
    ({ protocol, host, hostname }, callback) => {
      connected.push(`${protocol}//${host ?? hostname}`);
      callback(new Error('no connection'), null);
    };
  const http = outboundHttp({
    policy: egressPolicy({ mode: 'standalone', allow: [], deny: [], denyPorts: [] }),
    log: silentLog,
    lookup: async () => [{ address: '10.0.0.1', family: 4 }],
    connect: noConnection,
  });
  const elsewhere: unknown[] = [];
  let connections = 0;
  for (const { targetEnv, path } of spellings()) {
    await http.send(
      outgoingRequest({
        request: { method: 'POST', path, headers: [], body: null, bodyEncoding: 'utf8' },
        ...{ targetEnv, traceId: 'a'.repeat(32), spanId: 'b'.repeat(16), replayId: 'c', planId: 'd', enableMock: true },
        headers: { set: {}, always: [], remove: [] },
        ...{ timeoutMs: 100, maxBodyBytes: 10 },
      }),
    );
    connections += connected.length;
    for (const origin of connected.splice(0))
      if (originOf(origin) !== originOf(targetEnv)) elsewhere.push({ targetEnv, path, origin });
  }
  expect(elsewhere).toEqual([]);
  expect(connections).toBeGreaterThan(SPELLINGS / 2);
  await http.close();
});
