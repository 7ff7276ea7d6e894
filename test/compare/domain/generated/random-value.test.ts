import { createHash, randomBytes, randomInt } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { randomTokenForm } from '../../../../functions/compare/domain/generated/random-token.ts';
import { randomValueForm } from '../../../../functions/compare/domain/generated/random-value.ts';
import { saltedHash } from '../../../../functions/compare/domain/generated/salted-hash.ts';
import { valueShape } from '../../../../functions/compare/domain/generated/value-shape.ts';

const MOMENTS = { recordedAt: Date.UTC(2026, 10, 23, 9), replayedAt: Date.UTC(2026, 10, 24, 16) };
const [RECORDED, REPLAYED] = [MOMENTS.recordedAt, MOMENTS.replayedAt];
const hex = (seed: string, length: number) => createHash('sha512').update(seed).digest('hex').slice(0, length);
const base64 = (seed: string, bytes: number) =>
  createHash('sha512').update(seed).digest().subarray(0, bytes).toString('base64url');
const objectId = (time: number, rest: string) => Math.floor(time / 1000).toString(16) + rest;
const snowflake = (time: number, epoch: number) => (((BigInt(time) - BigInt(epoch)) << 22n) + 77n).toString();
const TWITTER = 1_288_834_974_657;

const formOf = (name: string, recorded: string, replayed: string, type: 'string' | 'number' = 'string') =>
  randomValueForm({ type, text: recorded }, { type, text: replayed }, name, MOMENTS);

describe('the random form of a value in a field of any name', () => {
  test.for<[form: string | null, why: string, name: string, recorded: string, replayed: string]>([
    ['128-bit hex', 'any name', 'receipt', hex('a', 32), hex('b', 32)],
    ['160-bit hex', 'any name', 'receipt', hex('a', 40), hex('b', 40)],
    ['256-bit hex', 'upper case', 'hash', hex('a', 64).toUpperCase(), hex('b', 64).toUpperCase()],
    [null, 'another case', 'hash', hex('a', 64), hex('b', 64).toUpperCase()],
    [null, 'another length', 'hash', hex('a', 64), hex('b', 40)],
    [null, 'of 64 bits', 'receipt', hex('a', 16), hex('b', 16)],
    [null, 'the checksum of a file', 'fileHash', hex('a', 64), hex('b', 64)],
    [null, 'an entity tag', 'etag', hex('a', 32), hex('b', 32)],
    [null, 'a commit', 'gitCommit', hex('a', 40), hex('b', 40)],
    [null, 'a version', 'build_version', hex('a', 40), hex('b', 40)],
    [null, 'it became empty', 'receipt', hex('a', 32), ''],
    [null, 'it became a word', 'receipt', hex('a', 32), 'unknown'],
    ['random text of 43 characters', 'base64url of 256 bits', 'anything', base64('a', 32), base64('c', 32)],
    [
      'random text of 43 characters',
      'with a prefix',
      'anything',
      `sk_live_${base64('a', 32)}`,
      `sk_live_${base64('c', 32)}`,
    ],
    [null, 'another prefix', 'anything', `sk_live_${base64('a', 32)}`, `sk_test_${base64('c', 32)}`],
    ['Nano ID', 'any name', 'slot', 'V1StGXR8_Z5jdHi6B-myT', 'f0Q9xKp2LmN-7aZ_w3EbR'],
    ['Nano ID', 'one without digits', 'slot', 'V1StGXR8_Z5jdHi6B-myT', 'kQzXGXRs_ZKjdHiBB-myT'],
    [null, 'a Nano ID became words', 'slot', 'V1StGXR8_Z5jdHi6B-myT', 'AnonymousCustomerName'],
    ['random text of 22 characters', 'one without digits', 'slot', base64('b', 16), 'KjecAIpIVQCjnoYYMsPSIg'],
    ['random text of 22 characters', 'one without A to F', 'slot', base64('b', 16), 'jR3hxLqOm9TsWzKvN2pYgw'],
    [null, 'two without digits', 'slot', 'EZAiFqfmsOVAhVDnkRZtmg', 'KjecAIpIVQCjnoYYMsPSIg'],
    [null, 'a random text became words', 'slot', base64('b', 16), 'PaymentOfCustomerEnded'],
    ['revision', 'of a document', '_rev', `1-${hex('a', 32)}`, `1-${hex('b', 32)}`],
    [null, 'a revision later', '_rev', `1-${hex('a', 32)}`, `2-${hex('b', 32)}`],
    [null, 'a revision of a filler', '_rev', `1-${hex('a', 32)}`, `1-${'0'.repeat(32)}`],
    ['object id', 'made by its request', 'cart', objectId(RECORDED, hex('a', 16)), objectId(REPLAYED, hex('b', 16))],
    [
      null,
      'the object id of something older',
      'cart',
      objectId(RECORDED, hex('a', 16)),
      objectId(REPLAYED - 700_000, hex('b', 16)),
    ],
    ['snowflake', 'of Twitter', 'ref', snowflake(RECORDED, TWITTER), snowflake(REPLAYED, TWITTER)],
    [
      null,
      'a snowflake of another day',
      'ref',
      snowflake(RECORDED, TWITTER),
      snowflake(RECORDED, TWITTER - 86_400_000),
    ],
    [
      'CUID',
      'any name',
      'ref',
      `c${RECORDED.toString(36)}0000qzrmn831i7rn`,
      `c${REPLAYED.toString(36)}0000t3rmniod1foy`,
    ],
    [null, 'two prices', 'price', '10.00', '12.50'],
    [null, 'two states', 'status', 'PAYMENT_RECEIVED_AND_BOOKED', 'PAYMENT_CANCELLED_AND_BOOKED'],
    [null, 'two names', 'name', 'Bartholomew2ndOfHouseSmith', 'Bartholomew3rdOfHouseSmith'],
    [null, 'two currencies', 'currency', 'EUR', 'USD'],
    [null, 'two page cursors', 'next', 'eyJwYWdlIjoxLCJzaXplIjoyMH0', 'eyJwYWdlIjoyLCJzaXplIjoyMH0'],
  ])('is %s: %s', ([form, , name, recorded, replayed]) => {
    expect(formOf(name, recorded, replayed)).toBe(form);
  });

  test('is a snowflake for numbers too, and null for other numbers', () => {
    expect(formOf('ref', snowflake(RECORDED, TWITTER), snowflake(REPLAYED, TWITTER), 'number')).toBe('snowflake');
    expect(formOf('total', '123456789012345678', '123456789012345679', 'number')).toBeNull();
  });
});

test.for<[least: number, why: string, make: () => string]>([
  [0.99, '128 bits in hex', () => randomBytes(16).toString('hex')],
  [0.99, '256 bits in hex', () => randomBytes(32).toString('hex')],
  [0.85, '128 bits in base64url', () => randomBytes(16).toString('base64url')],
  [0.95, '256 bits in base64', () => randomBytes(32).toString('base64')],
  [
    0.85,
    '26 lower-case letters and digits',
    () => Array.from({ length: 26 }, () => randomInt(36).toString(36)).join(''),
  ],
])('randomTokenForm recognises at least %d of texts made of %s', ([least, , make]) => {
  const found = Array.from({ length: 2000 }, make).filter((text) => randomTokenForm(text) !== null);
  expect(found.length).toBeGreaterThan(least * 2000);
});

test.for([
  'getUserByIdV2AndName3x',
  'Prod-EU-West-1a-Build-2b-X9',
  'winter-sale-2026-gold-member-plus',
  'SUMMER2024SALE50WINTER25XX',
  'us-east-1-a1b2-prod-v2-3x',
  '00000000000000000000000000000001',
  '20261124163012000000000000000000',
  'https://example.com/v2/Orders/10',
  Buffer.from('A readable sentence of words').toString('hex'),
  Buffer.from('{"page":1,"size":20,"q":"X"}').toString('base64'),
])('randomTokenForm is null for %s', (text) => {
  expect(randomTokenForm(text)).toBeNull();
});

describe('saltedHash', () => {
  const salted = (text: string) => saltedHash(text)?.form ?? null;
  const parameters = (text: string) => saltedHash(text)?.parameters;
  const B64 = (length: number) => 'aB3dE5gH7jK9mN'.repeat(14).slice(0, length);

  test.for<[form: string, hash: string, other: string]>([
    ['bcrypt', `$2b$10$${B64(53)}`, `$2b$12$${B64(53)}`],
    ['bcrypt', `$2b$10$${B64(53)}`, `$2a$10$${B64(53)}`],
    [
      'argon2',
      `$argon2id$v=19$m=65536,t=3,p=4$${B64(22)}$${B64(43)}`,
      `$argon2id$v=19$m=19456,t=3,p=4$${B64(22)}$${B64(43)}`,
    ],
    [
      'argon2',
      `$argon2id$v=19$m=65536,t=3,p=4$${B64(22)}$${B64(43)}`,
      `$argon2i$v=19$m=65536,t=3,p=4$${B64(22)}$${B64(43)}`,
    ],
    ['scrypt', `$scrypt$ln=16,r=8,p=1$${B64(22)}$${B64(43)}`, `$scrypt$ln=15,r=8,p=1$${B64(22)}$${B64(43)}`],
    ['scrypt', `scrypt:32768:8:1$${B64(16)}$${'0a1b'.repeat(32)}`, `scrypt:16384:8:1$${B64(16)}$${'0a1b'.repeat(32)}`],
    ['pbkdf2', `pbkdf2_sha256$600000$${B64(22)}$${B64(43)}=`, `pbkdf2_sha256$390000$${B64(22)}$${B64(43)}=`],
    [
      'pbkdf2',
      `pbkdf2:sha256:260000$${B64(16)}$${'0a1b'.repeat(16)}`,
      `pbkdf2:sha512:260000$${B64(16)}$${'0a1b'.repeat(16)}`,
    ],
    ['SHA-crypt', `$6$rounds=5000$${B64(16)}$${B64(86)}`, `$6$rounds=9000$${B64(16)}$${B64(86)}`],
  ])('recognises %s and its parameters: %s', ([form, hash, other]) => {
    expect([salted(hash), salted(other)]).toEqual([form, form]);
    expect(parameters(hash)).toBe(parameters(hash.replace('aB3dE5', 'zZ3dE5')));
    expect(parameters(hash)).not.toBe(parameters(other));
  });

  test.for(['$12.50', 'costs $10', '$2b$10$short', hex('a', 64)])('is null for %s', (text) => {
    expect(saltedHash(text)).toBeNull();
  });
});

test.for<[shape: string | null, text: string]>([
  ['pod-<7>', 'pod-7f9c4d2'],
  ['REQ-<8>', 'REQ-8f3a2b1c'],
  ['<12>', '8f3a2b1c9d0e'],
  [null, 'PAID'],
  [null, 'v2'],
  [null, '1042.50'],
  [null, 'ORDER-2026-00042'],
  [null, 'two words 8f3a2b1c'],
])('valueShape is %s for %s', ([shape, text]) => {
  expect(valueShape(text)).toBe(shape);
});
