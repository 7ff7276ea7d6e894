import { Hono } from 'hono';
import { describe, expect, test } from 'vitest';
import { basicAuthGuard } from '../../../../functions/platform/standalone/gateway/basic-auth-guard.ts';

const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;
const RIGHT = basic('ops:s3cret');
const WRONG = basic('ops:guess');

/** A service protected by a password, called from different addresses. */
function guarded() {
  const clock = { now: 1_800_000_000_000 };
  const app = new Hono();
  app.use(basicAuthGuard({ user: 'ops', password: 's3cret' }, () => clock.now));
  app.get('/', (context) => context.text('inside'));
  const ask = (authorization: string | null, remoteAddress = '10.0.0.7') =>
    app.request('/', authorization === null ? {} : { headers: { authorization } }, {
      incoming: { socket: { remoteAddress } },
    });
  const statusOf = async (...asked: Parameters<typeof ask>) => (await ask(...asked)).status;
  return { clock, ask, statusOf };
}

describe('SVC_BASIC_AUTH (interface 1, facts: auth)', () => {
  test.for<[string | null, number]>([
    [RIGHT, 200],
    [basic('ops:s3cret '), 401],
    [basic('ops:s3cre'), 401],
    [basic('Ops:s3cret'), 401],
    [basic('ops'), 401],
    [basic(':'), 401],
    ['Bearer s3cret', 401],
    ['', 401],
    [null, 401],
  ])('answers %j with %i', async ([authorization, status]) => {
    const answer = await guarded().ask(authorization);
    expect(answer.status).toBe(status);
    expect(answer.headers.has('www-authenticate')).toBe(status === 401);
  });

  test('locks a source out after 5 wrong passwords in a minute, until a minute after the first', async () => {
    const { clock, ask, statusOf } = guarded();
    for (let count = 0; count < 5; count++) {
      expect(await statusOf(WRONG)).toBe(401);
      clock.now += 1000;
    }
    const locked = await ask(RIGHT);
    expect([locked.status, locked.headers.get('retry-after')]).toEqual([429, '55']);
    expect(await locked.json()).toEqual({ errorCode: 'TOO_MANY_REQUESTS', errorMessage: expect.any(String) });
    expect(await statusOf(RIGHT, '10.0.0.8')).toBe(200);
    clock.now += 54_999;
    expect((await ask(RIGHT)).headers.get('retry-after')).toBe('1');
    clock.now += 1;
    expect(await statusOf(RIGHT)).toBe(200);
    // Four of the five are still within the minute.
    expect([await statusOf(WRONG), await statusOf(RIGHT)]).toEqual([401, 429]);
  });

  test('does not lock out after 4 wrong passwords, and forgets none for a right one', async () => {
    const { statusOf } = guarded();
    for (let count = 0; count < 4; count++) expect(await statusOf(WRONG)).toBe(401);
    expect(await statusOf(RIGHT)).toBe(200);
    expect([await statusOf(WRONG), await statusOf(RIGHT)]).toEqual([401, 429]);
  });

  test('locks no source out for requests without credentials', async () => {
    const { statusOf } = guarded();
    for (let count = 0; count < 20; count++) expect(await statusOf(null)).toBe(401);
    expect(await statusOf(RIGHT)).toBe(200);
  });

  test('counts concurrent guesses', async () => {
    const { statusOf } = guarded();
    const all = await Promise.all(Array.from({ length: 100 }, () => statusOf(WRONG)));
    expect(all.filter((status) => status === 401)).toHaveLength(5);
  });

  test('counts addresses of one IPv6 network as one source', async () => {
    const { statusOf } = guarded();
    for (let count = 0; count < 5; count++) await statusOf(WRONG, `2001:db8::${count}`);
    expect([await statusOf(RIGHT, '2001:db8::9'), await statusOf(RIGHT, '2001:db8:0:1::9')]).toEqual([429, 200]);
  });

  test('keeps at most 10,000 sources that failed, and forgets the first', async () => {
    const { statusOf } = guarded();
    const fail = async (address: string) => {
      for (let count = 0; count < 5; count++) await statusOf(WRONG, address);
    };
    await fail('10.1.0.0');
    for (let count = 1; count < 10_000; count++) await statusOf(WRONG, `10.2.${count >> 8}.${count & 255}`);
    expect(await statusOf(RIGHT, '10.1.0.0')).toBe(429);
    await statusOf(WRONG, '10.3.0.0');
    expect(await statusOf(RIGHT, '10.1.0.0')).toBe(200);
  });
});
