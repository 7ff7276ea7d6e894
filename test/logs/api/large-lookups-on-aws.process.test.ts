import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { blobBytes } from '../../../functions/platform/blob-bytes.ts';
import { get, posted } from '../../composition/aws/asked-requests.ts';
import { openBothWorlds } from '../../composition/aws/both-worlds-stage.ts';
import { exportOf, iso, recordAt, TRACE } from './log-stage.ts';

const QUERY = new URLSearchParams({ trace_id: TRACE, since: iso(0), until: iso(60_000) });

let worlds: Awaited<ReturnType<typeof openBothWorlds>>;
beforeAll(async () => {
  worlds = await openBothWorlds(10_000);
}, 120_000);
afterAll(() => worlds.close());

/** The blob that a signed address leads to. */
const storedAt = async (address: string) => {
  const { pathname } = new URL(address);
  const bytes = await blobBytes(worlds.bucket, pathname.slice(pathname.indexOf('/uploads/') + 1));
  return bytes && Buffer.from(bytes).toString();
};

describe('lookups of more bytes than a function streams', () => {
  beforeAll(async () => {
    const rows = exportOf(...Array.from({ length: 500 }, (_, n) => recordAt(n, `row ${n}`)));
    for (const ask of [worlds.standalone, worlds.deployed])
      expect((await ask(posted('/v1/logs', rows))).status).toBe(200);
  });

  test.for(['/api/recorder/logs', '/console/logs/file'])(
    'have at their address what the standalone service streams: %s',
    async (path) => {
      const asked = get(`${path}?${QUERY}`);
      const whole = await worlds.standalone(asked);
      expect(whole.status).toBe(200);
      expect(JSON.parse(whole.body.toString()).rows).toHaveLength(500);
      const { status, headers, body } = await worlds.deployed(asked);
      const [address = ''] = headers.location ?? [];
      expect(status).toBe(307);
      expect(JSON.parse(body.toString()).url).toBe(address);
      expect(await storedAt(address)).toBe(whole.body.toString());
    },
  );

  test('are refused without a credential, and name no address then', async () => {
    const { status, headers } = await worlds.deployed(get(`/api/recorder/logs?${QUERY}`, {}));
    expect([status, headers.location]).toEqual([401, undefined]);
  });
});
