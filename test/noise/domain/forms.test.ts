import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { testSealer } from '../../support/test-sealer.ts';
import { type Exchange, RECORDED_AT, REPLAYED_AT, suggestedOf } from './suggested-of.ts';

const hex = (seed: string | number, length = 32) =>
  createHash('sha512').update(String(seed)).digest('hex').slice(0, length);
const jwt = (claims: object) =>
  [{ alg: 'HS256' }, claims, hex('s')].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
const uuid = (seed: number) => hex(seed).replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-8$4-$5');
const hidden = (name: string, value: string) => `<input type="hidden" name="${name}" value="${value}">`;
const bcrypt = (seed: string, cost = 10) => `$2b$${cost}$${hex(seed, 53)}`;
const local = (time: number) => new Date(time).toLocaleString('en-US', { timeZone: 'Asia/Kolkata' });
const clock = (time: number) => new Date(time).toISOString().slice(11, 19);

/** Responses to a POST, which is never sent again. */
const post = (recorded: unknown, replayed: unknown, more: Partial<Exchange> = {}): Exchange => ({
  recorded,
  replayed,
  body: '{}',
  dates: [RECORDED_AT, REPLAYED_AT, REPLAYED_AT],
  ...more,
});
const suggested = (...exchanges: Exchange[]) =>
  suggestedOf(exchanges).map(({ operation, path, reason }) => `${operation} ${path} ${reason}`);

describe('the response of a POST, which is never sent again', () => {
  test.for<[suggested: string[], why: string, exchanges: Exchange[]]>([
    [['/o receipt RANDOM_ID'], 'hex of 128 bits', [post({ receipt: hex(1) }, { receipt: hex(2) })]],
    [[], 'hex that was sent', [post({ receipt: hex(1) }, { receipt: hex(2) }, { body: `{"receipt":"${hex(1)}"}` })]],
    [[], 'hex that is in the recording', [post({ a: hex(1), b: hex(2) }, { a: hex(2), b: hex(2) })]],
    [[], 'a checksum', [post({ checksum: hex(1) }, { checksum: hex(2) })]],
    [[], 'a constant of the new build', [1, 2].map(() => post({ bundle: hex('old') }, { bundle: hex('new') }))],
    [
      ['/o csrf RANDOM_ID'],
      'a token of one session',
      [1, 2].map(() => post({ csrf: hex('old') }, { csrf: hex('new') })),
    ],
    [
      ['/o receipt RANDOM_ID'],
      'a value of each request',
      [1, 2].map((at) => post({ receipt: hex(`a${at}`) }, { receipt: hex(`b${at}`) })),
    ],
    [['/o rev RANDOM_ID'], 'a revision', [post({ rev: `1-${hex(1)}` }, { rev: `1-${hex(2)}` })]],
    [[], 'a later revision', [post({ rev: `1-${hex(1)}` }, { rev: `2-${hex(2)}` })]],
    [
      ['/o passwordHash SALTED_HASH'],
      'a salted hash',
      [post({ passwordHash: bcrypt('a') }, { passwordHash: bcrypt('b') })],
    ],
    [[], 'a lower cost', [post({ passwordHash: bcrypt('a', 12) }, { passwordHash: bcrypt('b', 10) })]],
    [[], 'a password in clear', [post({ passwordHash: bcrypt('a') }, { passwordHash: 'secret' })]],
    [
      ['/o accessToken TOKEN_CLAIMS'],
      'a token with other times',
      [post({ accessToken: jwt({ sub: 1, iat: 1 }) }, { accessToken: jwt({ sub: 1, iat: 2 }) })],
    ],
    [
      [],
      'a token with another role',
      [post({ accessToken: jwt({ role: 'user', iat: 1 }) }, { accessToken: jwt({ role: 'admin', iat: 2 }) })],
    ],
    [[], 'personal data of a random form', [post({ email: hex(1) }, { email: hex(2) })]],
    [
      ['/o madeAt RELATIVE_TIME'],
      'a local time',
      [post({ madeAt: local(RECORDED_AT) }, { madeAt: local(REPLAYED_AT) })],
    ],
    [[], 'another time zone', [post({ madeAt: local(RECORDED_AT) }, { madeAt: local(REPLAYED_AT + 3_600_000) })]],
    [
      ['/o madeAt CURRENT_TIME'],
      'a time of day',
      [post({ madeAt: clock(RECORDED_AT) }, { madeAt: clock(REPLAYED_AT + 1000) })],
    ],
    [[], 'opening hours', [post({ opens: '08:00:00' }, { opens: '09:00:00' })]],
    [['/o seen ELAPSED_TIME'], 'time in words', [post({ seen: '2 hours ago' }, { seen: '1 day ago' })]],
    [
      ['/o os.loadavg[*] LOAD_FIGURE', '/o nodejs.memoryUsage.rss LOAD_FIGURE'].sort(),
      'figures of load and memory',
      [
        post(
          { os: { loadavg: [14.01, 13.2] }, nodejs: { memoryUsage: { rss: 147_599_360 } } },
          { os: { loadavg: [0.3, 1.02] }, nodejs: { memoryUsage: { rss: 157_226_624 } } },
        ),
      ],
    ],
    [[], 'memory in another unit', [post({ rss: 147_599_360 }, { rss: 144_140 })]],
    [[], 'a number that is no load', [post({ load: { max: 3 }, memory: 16 }, { load: { max: 4 }, memory: 32 })]],
    [['/o took MEASURED_DURATION'], 'a duration', [post({ took: '12ms' }, { took: '9ms' })]],
    [[], 'a price, state, count and name', [post({ a: 1, b: 'PAID', c: '1.50' }, { a: 2, b: 'OPEN', c: '2.50' })]],
  ])('has the suggestions %j: %s', ([expected, , exchanges]) => {
    expect(suggested(...exchanges)).toEqual(expected);
  });

  const page = (token: string, price = '10.00') =>
    `<form><input type="hidden" name="csrf_token" value="${token}"><script nonce="${token}"></script><b>${price}</b></form>`;
  /** In a zone that the text does not name. */
  const written = (at: number) =>
    new Date(at + 2 * 3_600_000).toISOString().slice(0, 16).replaceAll('-', '/').replace('T', ' ');
  const link = (seed: number, more = '') => `https://a.example/files/${uuid(seed)}${more}`;

  test.for<[suggested: string[], why: string, recorded: unknown, replayed: unknown]>([
    [['/o html RANDOM_ID'], 'a hidden field and a nonce', { html: page(hex(1)) }, { html: page(hex(2)) }],
    [
      ['/o text RELATIVE_TIME'],
      'a message with a local time',
      { text: `changed: ${written(RECORDED_AT)} by ann` },
      { text: `changed: ${written(REPLAYED_AT)} by ann` },
    ],
    [
      [],
      'a message with another local time and another name',
      { text: `changed: ${written(RECORDED_AT)} by ann` },
      { text: `changed: ${written(REPLAYED_AT)} by ben` },
    ],
    [[], 'a price beside them', { html: page(hex(1)) }, { html: page(hex(2), '12.00') }],
    [[], 'a hidden field that became empty', { html: page(hex(1)) }, { html: page('') }],
    [[], 'the digest of a file', { html: `<a href="/app.${hex(1)}.js">` }, { html: `<a href="/app.${hex(2)}.js">` }],
    [[], 'a hidden price', { html: hidden('price', '10') }, { html: hidden('price', '12') }],
    [[], 'a hidden version', { html: hidden('version', hex(1)) }, { html: hidden('version', hex(2)) }],
    [['/o link RANDOM_ID'], 'a link with an id', { link: link(1) }, { link: link(2) }],
    [[], 'a link with another page', { link: link(1, '?page=1') }, { link: link(2, '?page=2') }],
    [[], 'a link to another host', { link: link(1) }, { link: link(2).replace('a.', 'b.') }],
    [
      ['/o text CURRENT_TIME'],
      'a message with a time',
      { text: `made at ${new Date(RECORDED_AT).toISOString()}` },
      { text: `made at ${new Date(REPLAYED_AT).toISOString()}` },
    ],
  ])('has the suggestions %j for a text with several parts: %s', ([expected, , recorded, replayed]) => {
    expect(suggested(post(recorded, replayed))).toEqual(expected);
  });

  test('has no suggestion for a random value that stays the same when the request is sent again', () => {
    const exchange = { recorded: { receipt: hex(1) }, replayed: { receipt: hex(2) } };
    expect(suggested({ ...exchange, again: { receipt: hex(2) } })).toEqual([]);
    expect(suggested({ ...exchange, again: { receipt: hex(3) } })).toEqual(['/o receipt DIFFERS_BETWEEN_REPLAYS']);
  });

  test('has sealed values judged by their content', () => {
    const [a, b, c] = [bcrypt('a'), bcrypt('b'), 'hunter2'].map((text) => testSealer.seal('t', text));
    const open = (placeholder: string) => testSealer.open(placeholder)?.bytes.toString() ?? null;
    expect(suggested(post({ password: a }, { password: b }, { open }))).toEqual(['/o password SALTED_HASH']);
    expect(suggested(post({ password: a }, { password: c }, { open }))).toEqual([]);
    expect(suggested(post({ password: a }, { password: b }))).toEqual([]);
    expect(suggested(post({ password: a }, { password: b }, { open, body: `{"was":"${a}"}` }))).toEqual([]);
  });

  test('has sealed parts of a text judged by their content', () => {
    const minute = (at: number) => new Date(at).toISOString().slice(0, 16).replaceAll('-', '\\/').replace('T', ' ');
    const signed = (at: number) => testSealer.seal('t', `--- //Ann ${minute(at)}//`);
    const [recorded, replayed, dayBefore] = [RECORDED_AT, REPLAYED_AT, REPLAYED_AT - 86_400_000].map(signed);
    const open = (placeholder: string) => testSealer.open(placeholder)?.bytes.toString() ?? null;
    const text = (part = '') => ({ script: `var SIG=${part};var page="start";` });
    expect(suggested(post(text(recorded), text(replayed), { open }))).toEqual(['/o script CURRENT_TIME']);
    expect(suggested(post(text(recorded), text(dayBefore), { open }))).toEqual([]);
    const plain = testSealer.seal('t', `--- //Ann ${minute(REPLAYED_AT).replaceAll('\\', '')}//`);
    expect(suggested(post(text(recorded), text(plain), { open }))).toEqual([]);
    expect(suggested(post(text(recorded), text(replayed)))).toEqual([]);
    expect(suggested(post(text(recorded), text(replayed), { open, body: `{"was":"${recorded}"}` }))).toEqual([]);
  });
});

describe('values that other requests of the run showed', () => {
  const get = (name: string, ...[recorded, replayed, again]: string[]): Exchange => ({
    recorded: { [name]: recorded },
    replayed: { [name]: replayed },
    again: { [name]: again },
    operation: '/get',
  });
  const made = (name: string, recorded: unknown, replayed: unknown) =>
    post({ order: { [name]: recorded } }, { order: { [name]: replayed } }, { operation: '/post' });

  test.for<[isExplained: boolean, why: string, seen: Exchange, judged: Exchange]>([
    [
      true,
      'the same name and shape',
      get('node', 'pod-7f9c4d2', 'pod-b81d3e0', 'pod-c0ffee1'),
      made('node', 'pod-1a2b3c4', 'pod-9f8e7d6'),
    ],
    [
      false,
      'another name',
      get('node', 'pod-7f9c4d2', 'pod-b81d3e0', 'pod-c0ffee1'),
      made('host', 'pod-1a2b3c4', 'pod-9f8e7d6'),
    ],
    [
      false,
      'another shape',
      get('node', 'pod-7f9c4d2', 'pod-b81d3e0', 'pod-c0ffee1'),
      made('node', 'pod-1a2b3c4', 'vm-9f8e7d6'),
    ],
    [
      false,
      'the same in two replays',
      get('node', 'pod-7f9c4d2', 'pod-b81d3e0', 'pod-b81d3e0'),
      made('node', 'pod-1a2b3c4', 'pod-9f8e7d6'),
    ],
    [false, 'words', get('state', 'BUSY', 'IDLE', 'BUSY!'), made('state', 'PAID', 'OPEN')],
    [false, 'numbers', get('total', '10.5', '11.5', '12.5'), made('total', '20.5', '21.5')],
  ])('explain a difference (%s): %s', ([isExplained, , seen, judged]) => {
    expect(suggested(seen, judged).includes('/post order.node SEEN_IN_OTHER_REQUESTS')).toBe(isExplained);
    expect(suggested(seen, judged).some((one) => one.startsWith('/post'))).toBe(isExplained);
  });
});
