import { expect, test } from 'vitest';
import { type LoginEnd, loginsOf, newLogins } from '../../../../functions/replay/service/sending/logins.ts';

/** Logins that answer these ends in turn, and then tokens. */
function loginEnds(...ends: LoginEnd[]) {
  let count = 0;
  const logIn = async () => ends[count++] ?? { token: `t${count}` };
  return { logIn, count: () => count };
}

test('logins are shared by requests of one key, and separate for another', async () => {
  const { logIn, count } = loginEnds();
  const logins = newLogins();
  const ends = await Promise.all(['a', 'a', 'b', 'a'].map((key) => logins.token(key, logIn)));
  expect(ends).toEqual([{ token: 't1' }, { token: 't1' }, { token: 't2' }, { token: 't1' }]);
  expect(count()).toBe(2);
});

test('logins are renewed once for requests that were refused with one token', async () => {
  const { logIn, count } = loginEnds();
  const logins = newLogins();
  const used = await logins.token('a', logIn);
  if (typeof used === 'string') throw new Error(used);
  const renewed = await Promise.all([1, 2, 3].map(() => logins.renewed('a', logIn, used)));
  expect(renewed).toEqual([{ token: 't2' }, { token: 't2' }, { token: 't2' }]);
  expect(await logins.renewed('a', logIn, used)).toEqual({ token: 't2' });
  expect(count()).toBe(2);
});

test('logins count a renewal with the same text as a renewal', async () => {
  let count = 0;
  const logIn = async () => ({ token: 'same', count: ++count });
  const logins = newLogins();
  const used = await logins.token('a', logIn);
  if (typeof used === 'string') throw new Error(used);
  const renewed = await logins.renewed('a', logIn, used);
  expect(await logins.renewed('a', logIn, used)).toBe(renewed);
  expect(count).toBe(2);
});

test('logins of a round end after three failures in a row, whatever waits', async () => {
  const failing = loginEnds(...Array.from({ length: 9 }, () => 'failed' as const));
  const logins = newLogins();
  const ends = await Promise.all(Array.from({ length: 5 }, (_, index) => logins.token(`k${index % 2}`, failing.logIn)));
  expect(ends).toEqual(Array.from({ length: 5 }, () => 'failed'));
  expect(await logins.token('another', failing.logIn)).toBe('failed');
  expect(failing.count()).toBeLessThanOrEqual(4);
  expect(failing.count()).toBeGreaterThanOrEqual(3);
});

test('logins count failures from the start after a token', async () => {
  const { logIn, count } = loginEnds('failed', 'failed', { token: 'x' }, 'failed', 'failed');
  const logins = newLogins();
  for (const expected of ['failed', 'failed', { token: 'x' }]) expect(await logins.token('a', logIn)).toEqual(expected);
  for (const expected of ['failed', 'failed', { token: 't6' }])
    expect(await logins.token('b', logIn)).toEqual(expected);
  expect(count()).toBe(6);
});

test('logins do not count one that was not started as a failure, and log in at the next request', async () => {
  const { logIn } = loginEnds('stopped', 'stopped', 'stopped', 'stopped');
  const logins = newLogins();
  for (let index = 0; index < 4; index++) expect(await logins.token('a', logIn)).toBe('stopped');
  expect(await logins.token('a', logIn)).toEqual({ token: 't5' });
});

test('logins stop renewing for an endpoint that refuses three fresh tokens in a row, and not for others', () => {
  const logins = newLogins();
  const refused = [true, true, false, true, true];
  for (const one of refused) logins.noteFresh('/a', one);
  expect(logins.mayRenew('/a')).toBe(true);
  logins.noteFresh('/a', true);
  expect([logins.mayRenew('/a'), logins.mayRenew('/b')]).toEqual([false, true]);
});

test('logins of a process keep 2,000 tokens of a round, and the tokens of 20 rounds', async () => {
  const { logIn, count } = loginEnds();
  const logins = loginsOf('first');
  for (let index = 0; index < 2001; index++) await logins.token(`k${index}`, logIn);
  await logins.token('k1', logIn);
  expect(count()).toBe(2001);
  await logins.token('k0', logIn);
  expect(count()).toBe(2002);
  for (let index = 0; index < 19; index++) loginsOf(`r${index}`);
  expect(loginsOf('first')).toBe(logins);
  for (let index = 0; index < 20; index++) loginsOf(`s${index}`);
  expect(loginsOf('first')).not.toBe(logins);
});
