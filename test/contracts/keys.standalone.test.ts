import { describe, expect, test } from 'vitest';
import { localKeys } from '../../functions/platform/standalone/keys.ts';
import { randomBytes } from '../support/test-random.ts';
import { keysContract } from './keys.contract.ts';

const CONTEXT = { tenant: 't', subject: 'c', field: 'url' };

describe('the Keys port on master keys', () => {
  keysContract(() => localKeys([randomBytes(32)]));

  test('seals with the first key, and opens what an older one has sealed', async () => {
    const [older, newer] = [randomBytes(32), randomBytes(32)];
    const before = await localKeys([older]).seal('text', CONTEXT);
    const both = localKeys([newer, older]);
    expect(await both.open(before, CONTEXT)).toBe('text');
    const after = await both.seal('text', CONTEXT);
    expect(JSON.parse(after).kid).not.toBe(JSON.parse(before).kid);
    expect(await localKeys([newer]).open(after, CONTEXT)).toBe('text');
    await expect(localKeys([newer]).open(before, CONTEXT)).rejects.toThrow(
      'the master key that sealed this is not there',
    );
  });

  test('cannot be created without a key', () => {
    expect(() => localKeys([])).toThrow();
  });
});
