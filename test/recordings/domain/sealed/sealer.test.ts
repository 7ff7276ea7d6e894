import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { SEALED, shownSealed, shownSealedJson } from '../../../../functions/platform/values/sealed-text.ts';
import { openText } from '../../../../functions/recordings/domain/sealed/open-request.ts';
import { keyText, sealedAlike, sealerOf } from '../../../../functions/recordings/domain/sealed/sealer.ts';
import { testKey, testSealer } from '../../../support/test-sealer.ts';

const other = sealerOf(keyText([testKey(9)]));

describe('sealed values', () => {
  test('have one placeholder, which opens to the value', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (value) => {
        const placeholder = testSealer.seal('t', value);
        expect(placeholder.match(SEALED)).toEqual([placeholder]);
        expect(testSealer.seal('t', value)).toBe(placeholder);
        expect(testSealer.open(placeholder)).toEqual({ kind: 't', bytes: Buffer.from(value) });
        expect(openText(`a${placeholder}b`, testSealer)).toBe(`a${value}b`);
      }),
    );
  });

  test('are decrypted once where they repeat, as in the requests of a session', () => {
    const placeholder = testSealer.seal('t', 'token of a session');
    expect(testSealer.open(placeholder)).toBe(testSealer.open(placeholder));
  });

  test('have different placeholders for different values, kinds and tenants', () => {
    const all = [testSealer.seal('t', 'a'), testSealer.seal('t', 'b'), testSealer.seal('r', 'a'), other.seal('t', 'a')];
    expect(new Set(all).size).toBe(all.length);
  });

  test('stay closed when they were changed, or are of another tenant', () => {
    const placeholder = testSealer.seal('t', 'secret');
    expect(other.open(placeholder)).toBeNull();
    for (let at = 'sealed.v1.'.length; at < placeholder.length - 1; at++) {
      const changed = `${placeholder.slice(0, at)}${placeholder[at] === 'A' ? 'B' : 'A'}${placeholder.slice(at + 1)}`;
      expect(testSealer.open(changed)).toBeNull();
      expect(openText(changed, testSealer)).toBe(changed);
    }
    expect(testSealer.open(`sealed.v1.${'A'.repeat(38)}.`)).toBeNull();
  });

  test('are shown to readers as sealed', () => {
    const placeholder = testSealer.seal('t', 'secret');
    expect(shownSealed(`Bearer ${placeholder}; x=%${placeholder}`)).toBe('Bearer sealed; x=sealed');
    const shown = shownSealedJson(
      JSON.stringify({
        a: placeholder,
        b: `Bearer ${placeholder}`,
        c: JSON.stringify([placeholder]),
        [placeholder]: 1,
      }),
    );
    expect(JSON.parse(shown)).toEqual({ a: { sealed: true }, b: 'Bearer sealed', c: '[{"sealed":true}]', sealed: 1 });
  });
});

describe('sealed values that differ by chance only', () => {
  const jwt = (claims: object, key = 'sig') =>
    [{ alg: 'HS256' }, claims, key].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
  const alike = (a: string, b: string) => sealedAlike(testSealer.seal('t', a), testSealer.seal('t', b));

  test.for<[string, string, string, 'JWT' | 'id' | null]>([
    ['new tokens', jwt({ sub: '1', exp: 1, iat: 1 }), jwt({ exp: 2, sub: '1', iat: 3 }, 'x'), 'JWT'],
    ['tokens of others', jwt({ sub: '1', exp: 1 }), jwt({ sub: '2', exp: 1 }), null],
    ['tokens with another claim', jwt({ sub: '1' }), jwt({ sub: '1', exp: 1 }), null],
    ['UUIDs', '6fa459ea-ee8a-4ca4-894e-db77e160355e', '16fd2706-8baf-433b-82eb-8c7fada847da', 'id'],
    ['UUIDs of two versions', '6fa459ea-ee8a-4ca4-894e-db77e160355e', '16fd2706-8baf-133b-82eb-8c7fada847da', null],
    ['ULIDs', '01ARZ3NDEKTSV4RRFFQ69G5FAV', '01BX5ZZKBKACTAV9WEVGEMMVRZ', 'id'],
    [
      'a value that was signed at another time',
      `.eJxVjDsOw:1tABcd:${'a'.repeat(43)}`,
      `.eJxVjDsOw:1tABce:${'b'.repeat(43)}`,
      'JWT',
    ],
    ['another signed value', `.eJxVjDsOw:1tABcd:${'a'.repeat(43)}`, `.eJxVjDsOx:1tABcd:${'a'.repeat(43)}`, null],
    ['constants', 'secret-a', 'secret-b', null],
  ])('are alike or not: %s', ([, a, b, kind]) => {
    expect(alike(a, b)).toBe(kind);
  });
});

describe('the keys of several rotations', () => {
  const rotated = sealerOf(keyText([testKey(2), testKey(1)]));

  test('seal with the first, and open with all', () => {
    const before = testSealer.seal('t', 'secret');
    const after = rotated.seal('t', 'secret');
    expect(after).not.toBe(before);
    expect(openText(before + after, rotated)).toBe('secretsecret');
    expect(testSealer.open(after)).toBeNull();
  });

  test('seal again what older keys have sealed, also inside a sealed value', () => {
    const text = (sealer: typeof testSealer) =>
      `x ${sealer.seal('r', `{"a":"${sealer.seal('t', 'a')}"}`)} ${sealer.seal('b', Buffer.of(255, 0))} `;
    expect(rotated.renew(text(testSealer))).toBe(text(rotated));
    expect(rotated.renew(text(rotated))).toBe(text(rotated));
    expect(rotated.renew(`${other.seal('t', 'a')}`)).toBe(other.seal('t', 'a'));
  });

  test.for(['', '0:AAAA', '1:AAAA', `70000:${testKey(1).key}`])('are refused in the list %j', (keys) => {
    expect(() => sealerOf(keys)).toThrow();
  });
});
