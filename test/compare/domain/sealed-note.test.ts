import { describe, expect, test } from 'vitest';
import { sealedNote } from '../../../functions/compare/domain/sealed-note.ts';
import { sealedSides } from '../../../functions/compare/domain/sealed-sides.ts';
import { testSealer } from '../../support/test-sealer.ts';

const open = (placeholder: string) => testSealer.open(placeholder)?.bytes.toString() ?? null;
const sealed = (text: string) => JSON.stringify(testSealer.seal('t', text));
const JWT = (n: number) => `eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.${'a'.repeat(n)}`;
const BCRYPT = (end: string) => `$2b$12$${'a'.repeat(52)}${end}`;
const ARGON = `$argon2id$v=19$m=65536,t=3,p=4$${'a'.repeat(22)}$${'b'.repeat(43)}`;
const ID = '3f2b8c9e-1d4a-4f6b-9c2d-5e7f8a9b0c1d';

describe('the note of a sealed difference', () => {
  test.for<[string, string | null, string | null, string | undefined]>([
    ['tokens', sealed(JWT(10)), sealed(JWT(11)), 'sealed token (JWT) → sealed token (JWT): not equal'],
    ['hashes', sealed(BCRYPT('a')), sealed(BCRYPT('b')), 'sealed hash (bcrypt) → sealed hash (bcrypt): not equal'],
    [
      'another algorithm',
      sealed(BCRYPT('a')),
      sealed(ARGON),
      'sealed hash (bcrypt) → sealed hash (argon2): changed in form',
    ],
    [
      'a token that became a word',
      sealed(JWT(10)),
      sealed('open'),
      'sealed token (JWT) → sealed text: changed in form',
    ],
    ['passwords', sealed('hunter2'), sealed('hunter22'), 'sealed text → sealed text: not equal'],
    [
      'keys',
      sealed('a3f5c8d1e2b94f70a3f5c8d1e2b94f71'),
      sealed('b4f6c9d2e3ca5e81b4f6c9d2e3ca5e82'),
      'sealed random token or key → sealed random token or key: not equal',
    ],
    ['an id that is sealed no more', sealed(ID), '"open"', 'sealed id (UUID version 4) → not sealed: changed in form'],
    ['a new token', null, sealed(JWT(10)), 'sealed token (JWT)'],
    [
      'a text around an equal value',
      `"a ${testSealer.seal('t', 'x')}"`,
      `"b ${testSealer.seal('t', 'x')}"`,
      'the sealed parts of both sides are equal',
    ],
    [
      'a text around others',
      `"a ${testSealer.seal('t', 'x')}"`,
      `"a ${testSealer.seal('t', 'y')}"`,
      'the sealed parts of both sides are not equal',
    ],
    [
      'a value of another tenant',
      '"sealed.v1.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA."',
      sealed('x'),
      'sealed value → sealed text: changed in form',
    ],
    ['clear values', '"a"', '"b"', undefined],
  ])('describes both sides: %s', ([, recorded, replayed, note]) => {
    expect(sealedNote(recorded, replayed, open)).toBe(note);
  });

  test('is the source of both sides in lists of values', () => {
    expect(sealedSides(sealedNote(sealed(JWT(10)), sealed(JWT(11)), open))).toEqual({
      recorded: 'sealed token (JWT)',
      replayed: 'another sealed token (JWT)',
    });
    expect(sealedSides(sealedNote(sealed(JWT(10)), sealed('open'), open))).toEqual({
      recorded: 'sealed token (JWT)',
      replayed: 'sealed text',
    });
    expect(sealedSides('3 elements → 2 elements')).toBeNull();
    expect(sealedSides(undefined)).toBeNull();
  });
});
