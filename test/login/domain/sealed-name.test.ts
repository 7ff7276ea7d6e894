import { describe, expect, test } from 'vitest';
import { openName, sealName } from '../../../functions/login/domain/sealed-name.ts';

const pepper = Buffer.alloc(32, 7);
const of = { digest: 'd'.repeat(64), pepper };
const ANN = 'ann@shop.test';

describe('the user name in a row', () => {
  test.for([ANN, 'ä'.repeat(60), 'x'.repeat(254)])('is opened as it was sealed: %s', (name) => {
    const sealed = sealName(name, of);
    expect(openName(sealed, of)).toBe(name);
    expect(Buffer.from(sealed, 'base64url').toString('latin1')).not.toContain(name.slice(0, 5));
  });

  test('has a nonce that no other name has', () => {
    const nonces = Array.from({ length: 1000 }, (_, at) => sealName(`u${at}@shop.test`, of).slice(0, 16));
    expect(new Set(nonces).size).toBe(1000);
  });

  test('is opened only unchanged, for its user and by its pepper', () => {
    const sealed = sealName(ANN, of);
    expect(() => openName(sealed, { ...of, digest: 'e'.repeat(64) })).toThrow();
    expect(() => openName(sealed, { ...of, pepper: Buffer.alloc(32, 8) })).toThrow();
    for (let at = 0; at < Buffer.from(sealed, 'base64url').length; at++) {
      const bytes = Buffer.from(sealed, 'base64url');
      bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at);
      expect(() => openName(bytes.toString('base64url'), of)).toThrow();
    }
  });
});
