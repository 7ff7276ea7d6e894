import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import {
  digestOfSetting,
  storeAdminDigest,
  storedAdminDigest,
} from '../../../functions/login/store/admin-key-digest.ts';
import { openTable } from '../../../functions/platform/standalone/table.ts';
import { sha256Bytes } from '../../../functions/platform/values/sha256.ts';

const opened = openTable(':memory:', () => 0);
let reads = 0;
let elapsed = 0;
const table = {
  ...opened,
  async get(key: Parameters<typeof opened.get>[0]) {
    reads++;
    return opened.get(key);
  },
};
afterAll(() => opened.close());

describe('the digest of the admin key', () => {
  let digest: ReturnType<typeof storedAdminDigest>;
  beforeEach(async () => {
    await opened.remove({ pk: 'SYSTEM#ADMIN-KEY', sk: 'DIGEST' });
    [reads, elapsed] = [0, 0];
    digest = storedAdminDigest({ table, elapsed: () => elapsed });
  });

  test('of a setting is that of the key, and null without one', async () => {
    expect(await digestOfSetting('of-the-operator')()).toEqual(sha256Bytes('of-the-operator'));
    expect(await digestOfSetting(null)()).toBeNull();
  });

  test('is stored once, and again for another key', async () => {
    expect(await storeAdminDigest({ table }, 'first')).toBe(true);
    expect(await storeAdminDigest({ table }, 'first')).toBe(false);
    expect(await storeAdminDigest({ table }, 'second')).toBe(true);
    expect(await digest()).toEqual(Buffer.from(sha256Bytes('second')));
  });

  test('never stores the key itself', async () => {
    await storeAdminDigest({ table }, 'first');
    expect(JSON.stringify(await opened.get({ pk: 'SYSTEM#ADMIN-KEY', sk: 'DIGEST' }))).not.toContain('first');
  });

  test.for([
    [59_999, 1, 'first'],
    [60_000, 2, 'second'],
  ] as const)('counts for a minute: after %i ms, %i reads find %s', async ([ms, expected, key]) => {
    await storeAdminDigest({ table }, 'first');
    reads = 0;
    await digest();
    await opened.put({
      pk: 'SYSTEM#ADMIN-KEY',
      sk: 'DIGEST',
      digest: Buffer.from(sha256Bytes('second')).toString('hex'),
    });
    elapsed = ms;
    expect(await digest()).toEqual(Buffer.from(sha256Bytes(key)));
    expect(reads).toBe(expected);
  });

  test.for([
    [4_999, 1],
    [5_000, 2],
  ] as const)('is looked for again while there is none: after %i ms, %i reads', async ([ms, expected]) => {
    expect(await digest()).toBeNull();
    elapsed = ms;
    expect(await digest()).toBeNull();
    expect(reads).toBe(expected);
  });
});
