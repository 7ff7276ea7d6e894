import { afterAll, beforeAll, expect, test } from 'vitest';
import { egressPolicy } from '../../../functions/platform/outbound/egress/policy.ts';
import { outboundHttp } from '../../../functions/platform/outbound/http-client.ts';
import { openTarget, type Target } from '../../support/fakes/recorded-target.ts';
import { DENIED_SPELLINGS } from './denied-spellings.ts';

/** Spellings that a header may carry. */
const LOCATIONS = DENIED_SPELLINGS.filter((url) => /^[\x20-\x7e]+$/.test(url));

let target: Target;
beforeAll(async () => {
  target = await openTarget(({ url }, response) => {
    const [, status, index] = url.split('/').map(Number);
    response.writeHead(status ?? 200, { location: LOCATIONS[index ?? 0] ?? '' }).end();
  });
});
afterAll(() => target.close());

test.for([301, 302, 303, 307, 308])(
  'a redirect %s to a denied address is returned and not followed',
  async (status) => {
    const looked: string[] = [];
    const http = outboundHttp({
      policy: egressPolicy({ mode: 'aws', allow: [new URL(target.url).host], deny: [], denyPorts: [] }),
      log: { debug() {}, info() {}, warn() {}, error() {} },
      lookup: async (hostname) => {
        looked.push(hostname);
        return [];
      },
    });
    const before = target.seen.length;
    const sent = await Promise.all(
      LOCATIONS.map((_, index) =>
        http.send({
          url: `${target.url}/${status}/${index}`,
          method: 'GET',
          headers: [],
          body: null,
          timeoutMs: 10_000,
          maxBodyBytes: 1000,
        }),
      ),
    );
    await http.close();
    expect(new Set(sent.map((answer) => ('status' in answer ? answer.status : answer.kind)))).toEqual(
      new Set([status]),
    );
    expect(target.seen.length - before).toBe(LOCATIONS.length);
    expect(looked).toEqual([]);
  },
);
