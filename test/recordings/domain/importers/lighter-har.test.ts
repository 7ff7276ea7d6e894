import { describe, expect, test } from 'vitest';
import { lighterHar } from '../../../../functions/recordings/domain/importers/lighter-har.ts';
import { imported } from './imported-file.ts';

const LONG = 'x'.repeat(10_000);
const entry = (path: string, type: string, text = LONG) => ({
  startedDateTime: '2026-11-20T10:00:00.000Z',
  time: 1,
  request: { method: 'GET', url: `http://shop.test${path}`, headers: [{ name: 'x-long', value: 'y' }], bodySize: 0 },
  response: { status: 200, headers: [], content: { size: text.length, mimeType: type, text } },
});
const har = (...entries: unknown[]) =>
  new TextEncoder().encode(
    `{ "log": {"version":"1.2", "entries" : [ ${entries.map((one) => JSON.stringify(one)).join(' , ')} ] , "comment":"a"} }\n`,
  );
const FILE = har(
  entry('/app.js', 'text/javascript'),
  entry('/orders', 'application/json', JSON.stringify({ text: LONG })),
  entry('/style.css', 'text/css'),
  entry('/small.js', 'text/javascript', 'x'),
);
const taken = (bytes: Uint8Array) =>
  imported('har', bytes, { filter: { hosts: null, include: [], exclude: [], keep: [], sample: 1 } });

describe('lighterHar', () => {
  test('makes a smaller file with the same cases, ids and counts', () => {
    const lighter = lighterHar(FILE, []);
    expect(FILE.byteLength - lighter.byteLength).toBeGreaterThan(2 * LONG.length);
    expect(taken(lighter)).toEqual(taken(FILE));
    expect(taken(lighter)).toMatchObject({ entries: [{ request: { path: '/orders' } }], leftOut: [{ count: 3 }] });
    expect(JSON.parse(new TextDecoder().decode(lighter)).log.comment).toBe('a');
  });

  test('returns the same file if static resources are kept, or if it has nothing to leave out', () => {
    expect(lighterHar(FILE, ['static'])).toBe(FILE);
    const only = har(entry('/orders', 'application/json'));
    expect(lighterHar(only, [])).toBe(only);
  });

  test.for(['', 'log', '{"log":{"entries":[{"a":1}', '{"log":{"entries":[]}}'])('returns %s unchanged', (text) => {
    const bytes = new TextEncoder().encode(text);
    expect(lighterHar(bytes, [])).toBe(bytes);
  });

  test('keeps an entry that cannot be read', () => {
    const broken = new TextEncoder().encode(`{"log":{"entries":[{"request":"${LONG}"},{"bad":${LONG}}]}}`);
    expect(lighterHar(broken, [])).toBe(broken);
  });
});
