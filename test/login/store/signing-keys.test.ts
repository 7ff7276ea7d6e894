import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { verifyAccessToken, writeAccessToken } from '../../../functions/login/domain/access-token.ts';
import { signingKeys } from '../../../functions/login/store/signing-keys.ts';
import { localKeys } from '../../../functions/platform/standalone/keys.ts';
import { openTable, type StandaloneTable } from '../../../functions/platform/standalone/table.ts';
import { newId, randomBytes } from '../../support/test-random.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const keys = localKeys([randomBytes(32)]);
const clock = { now: 0 };
const warnings: string[] = [];
const log = { debug() {}, info() {}, error() {}, warn: (message: string) => void warnings.push(message) };
let table: StandaloneTable;
let reads: number;
let isTableDown: boolean;

beforeEach(() => {
  clock.now = 1_800_000_000_000;
  reads = 0;
  isTableDown = false;
  table = openTable(':memory:', () => clock.now);
});
afterEach(() => table.close());

/** A process with its own cache. */
const process = () =>
  signingKeys({
    keys,
    log,
    now: () => clock.now,
    newId,
    table: {
      ...table,
      get: (key) => {
        reads++;
        return isTableDown ? Promise.reject(new Error('the table is down')) : table.get(key);
      },
    },
  });

const CLAIMS = { sub: 'ann@shop.test', tenant: 'default', sid: 's', jti: 'j' };
const signed = async (by: ReturnType<typeof process>) =>
  (await writeAccessToken(CLAIMS, { ...(await by.signing()), now: clock.now, lifeMs: 60 * MINUTE })).accessToken;
const isGood = async (token: string, by: ReturnType<typeof process>) =>
  (await verifyAccessToken(token, { keyOf: await by.verifying(), now: clock.now })) !== null;
const kidOf = async (by: ReturnType<typeof process>) => (await by.signing()).kid;

describe('signing keys (facts: auth)', () => {
  test('are the same in processes that start at the same time', async () => {
    const all = [process(), process(), process()];
    const kids = await Promise.all(all.map(kidOf));
    expect(new Set(kids).size).toBe(1);
    expect(await isGood(await signed(process()), process())).toBe(true);
  });

  test('are read once, and not for unknown ids', async () => {
    const one = process();
    const token = await signed(one);
    const before = reads;
    const keyOf = await one.verifying();
    for (let at = 0; at < 1000; at++) expect(keyOf(`kid-${at}`)).toBeUndefined();
    expect(await isGood(token, one)).toBe(true);
    expect(reads).toBe(before);
    clock.now += 5 * MINUTE;
    await one.verifying();
    expect(reads).toBe(before + 1);
  });

  test('are replaced after 30 days, sign when every process knows them, and keep earlier signatures valid', async () => {
    const [a, b] = [process(), process()];
    const first = await kidOf(a);
    await b.verifying();
    clock.now += 30 * DAY - 1;
    expect(await kidOf(a)).toBe(first);
    clock.now += 5 * MINUTE;
    expect(await kidOf(a)).toBe(first);
    const before = await signed(a);
    clock.now += 10 * MINUTE - 1;
    expect(await kidOf(a)).toBe(first);
    await b.verifying();
    clock.now += 1;
    const second = await kidOf(a);
    expect(second).not.toBe(first);
    expect(await isGood(await signed(a), b)).toBe(true);
    expect(await isGood(before, b)).toBe(true);
  });

  test('stay in use while the table is down, and are read again after ten seconds, not for each request', async () => {
    const one = process();
    const token = await signed(one);
    clock.now += 5 * MINUTE;
    isTableDown = true;
    const before = reads;
    expect(await Promise.all([1, 2, 3].map(() => isGood(token, one)))).toEqual([true, true, true]);
    expect(await isGood(await signed(one), one)).toBe(true);
    expect(reads).toBe(before + 1);
    expect(warnings).toEqual(['signing keys could not be read again']);
    clock.now += 9_999;
    await one.verifying();
    expect(reads).toBe(before + 1);
    clock.now += 1;
    isTableDown = false;
    expect(await isGood(token, one)).toBe(true);
    expect(reads).toBe(before + 2);
    clock.now += 5 * MINUTE - 1;
    await one.verifying();
    expect(reads).toBe(before + 2);
  });

  test('are two at a time: the third replaces the first', async () => {
    const one = process();
    const kids: string[] = [];
    for (let month = 0; month < 3; month++) {
      clock.now += 30 * DAY;
      await one.verifying();
      clock.now += 10 * MINUTE;
      kids.push(await kidOf(one));
    }
    expect(new Set(kids).size).toBe(3);
    const keyOf = await one.verifying();
    expect(kids.map((kid) => keyOf(kid) !== undefined)).toEqual([false, true, true]);
  });

  test('are stored without a private key in clear', async () => {
    await kidOf(process());
    const row = JSON.stringify(await table.get({ pk: 'SYSTEM#LOGIN', sk: 'SIGNING-KEYS' }));
    for (const word of ['P-256', '"d"', 'kty']) expect(row).not.toContain(word);
  });

  test('are read again after a fault', async () => {
    let broken = true;
    const one = signingKeys({
      table,
      log,
      now: () => clock.now,
      newId,
      keys: {
        ...keys,
        seal: (text, context) => (broken ? Promise.reject(new Error('no key')) : keys.seal(text, context)),
      },
    });
    await expect(one.signing()).rejects.toThrow('no key');
    broken = false;
    expect(await kidOf(one)).toMatch(/^[0-9a-f]{16}$/);
  });
});
