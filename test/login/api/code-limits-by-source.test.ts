import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type LoginStage, loginStage } from '../../support/stages/login-stage.ts';

const ANN = 'ann@shop.test';
const HOME = '10.0.0.7';
const OFFICE = '10.0.0.8';
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
let stage: LoginStage;
beforeEach(() => {
  stage = loginStage();
});
afterEach(() => stage.close());

/** Does something as a client at this address. */
async function from<T>(address: string | null, work: () => Promise<T>): Promise<T> {
  stage.source.address = address;
  return work();
}
const codeAt = (address: string | null) => from(address, () => stage.codeFor(ANN));
const opens = (address: string | null, code: string | null) =>
  from(address, async () => (await stage.verify(ANN, code)).body.body.success as boolean);
const wrongOf = (code: string | null) => (code === '000000' ? '000001' : '000000');

/** Guesses at Ann's codes until nothing is tried any more; returns how many guesses were compared. */
async function guessAt(addresses: readonly string[]): Promise<number> {
  const before = stage.calls.length;
  for (let hour = 0; hour < 12; hour++) {
    for (const address of addresses) {
      const code = await codeAt(address);
      // Without a code of this hour one guess says as much as six.
      for (let count = 0; count < (code === null ? 1 : 6); count++) await opens(address, wrongOf(code));
    }
    stage.clock.now += HOUR;
  }
  // A try is stored before it is compared, and codes are stored with a count of none.
  return stage.calls
    .slice(before)
    .filter(({ name, item }) => name === 'put' && item?.sk === 'CODE' && JSON.stringify(item).includes('"tries":'))
    .filter(({ item }) => !JSON.stringify(item).includes('"tries":0')).length;
}
const strangers = (count: number) => Array.from({ length: count }, (_, n) => `192.0.2.${n + 1}`);

describe('another person who guesses the codes of a user (interface 4.8)', () => {
  test('has 10 wrong tries a day from one source, while the user continues from any other', async () => {
    expect(await guessAt(strangers(1))).toBe(10);
    expect(await codeAt('192.0.2.1')).toBeNull();
    expect(await opens(HOME, await codeAt(HOME))).toBe(true);
  });

  test('has 20 tries a day in all from 50 sources, while the user continues from a source of an earlier login', async () => {
    expect(await opens(HOME, await codeAt(HOME))).toBe(true);
    expect(await guessAt(strangers(50))).toBe(20);
    // Ann cannot log in from a new place today.
    expect(await codeAt(OFFICE)).toBeNull();
    for (let hour = 0; hour < 3; hour++) {
      for (let count = 0; count < 5; count++) expect(await opens(HOME, await codeAt(HOME))).toBe(true);
      expect(await codeAt(HOME)).toBeNull();
      stage.clock.now += HOUR;
    }
  });

  test('does not use up the limits of a known source: 5 tries a code, 20 wrong tries a day', async () => {
    expect(await opens(HOME, await codeAt(HOME))).toBe(true);
    stage.clock.now += HOUR;
    for (let round = 0; round < 4; round++) {
      const code = await codeAt(HOME);
      for (let count = 0; count < 5; count++) expect(await opens(HOME, wrongOf(code))).toBe(false);
      expect(await opens(HOME, code)).toBe(false);
    }
    expect(await codeAt(HOME)).toBeNull();
    stage.clock.now += DAY;
    expect(await opens(HOME, await codeAt(HOME))).toBe(true);
  });

  test('cannot use a code of a known source, nor use it up by guesses', async () => {
    expect(await opens(HOME, await codeAt(HOME))).toBe(true);
    const code = await codeAt(HOME);
    for (const address of strangers(3)) for (let count = 0; count < 5; count++) await opens(address, wrongOf(code));
    expect(await opens('192.0.2.1', code)).toBe(false);
    expect(await opens(HOME, code)).toBe(true);
  });

  test('locks out a source whose last use was 90 days ago, but not one of 89 days ago', async () => {
    expect(await opens(HOME, await codeAt(HOME))).toBe(true);
    stage.clock.now += 90 * DAY - 1;
    await guessAt(strangers(3));
    expect(await codeAt(HOME)).toBeNull();
    stage.clock.now += DAY;
    expect(await opens(HOME, await codeAt(HOME))).toBe(true);
    stage.clock.now += 89 * DAY;
    expect(await guessAt(strangers(3))).toBe(20);
    expect(await opens(HOME, await codeAt(HOME))).toBe(true);
  });
});

describe('codes that another person asks for', () => {
  test('take 3 of the 5 an hour from one source, and none from a known source', async () => {
    const mailed = async (address: string, count: number) => {
      let codes = 0;
      for (let asked = 0; asked < count; asked++) if ((await codeAt(address)) !== null) codes++;
      return codes;
    };
    expect(await mailed('192.0.2.1', 5)).toBe(3);
    expect(await mailed(OFFICE, 3)).toBe(2);
    stage.clock.now += HOUR;
    expect(await opens(HOME, await codeAt(HOME))).toBe(true);
    expect(await mailed('192.0.2.1', 5)).toBe(3);
    expect(await mailed('192.0.2.2', 5)).toBe(1);
    expect(await mailed(HOME, 6)).toBe(5);
  });

  test('leave no address of a client in the table', async () => {
    await opens(HOME, await codeAt(HOME));
    expect(JSON.stringify(stage.calls)).not.toContain(HOME);
  });
});
