import { describe, expect, test } from 'vitest';
import { onlyTokenClaimsDiffer } from '../../../../functions/compare/domain/generated/token-claims.ts';

const part = (value: unknown) =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');
const HEADER = { alg: 'RS256', typ: 'JWT', kid: 'k1' };
const CLAIMS = { sub: 'u1', roles: ['a'], iat: 100, exp: 200, nbf: 100, jti: 'x' };
const jwt = (claims: unknown, header: unknown = HEADER, signature = 'c2ln') =>
  `${part(header)}.${part(claims)}.${signature}`;
const RECORDED = jwt(CLAIMS);

describe('onlyTokenClaimsDiffer (interface 3.1 d)', () => {
  test.for<[isNoise: boolean, why: string, replayed: string]>([
    [true, 'iat', jwt({ ...CLAIMS, iat: 1 })],
    [true, 'exp', jwt({ ...CLAIMS, exp: 1 })],
    [true, 'nbf', jwt({ ...CLAIMS, nbf: 1 })],
    [true, 'jti', jwt({ ...CLAIMS, jti: 'y' })],
    [true, 'all four and the signature', jwt({ ...CLAIMS, iat: 1, exp: 2, nbf: 3, jti: 'y' }, HEADER, 'b3RoZXI')],
    [true, 'the signature alone', jwt(CLAIMS, HEADER, 'b3RoZXI')],
    [true, 'members in another order', jwt({ exp: 1, jti: 'y', nbf: 2, iat: 3, roles: ['a'], sub: 'u1' })],
    [false, 'sub', jwt({ ...CLAIMS, iat: 1, sub: 'u2' })],
    [false, 'a role more', jwt({ ...CLAIMS, iat: 1, roles: ['a', 'admin'] })],
    [false, 'a claim more', jwt({ ...CLAIMS, iat: 1, scope: 'all' })],
    [false, 'a claim less', jwt({ iat: 1, exp: 2, nbf: 3, jti: 'y', sub: 'u1' })],
    [false, 'exp went', jwt({ sub: 'u1', roles: ['a'], iat: 1, nbf: 1, jti: 'y' })],
    [false, 'exp became text', jwt({ ...CLAIMS, exp: '200' })],
    [false, 'an iat further inside', jwt({ ...CLAIMS, roles: [{ iat: 1 }] })],
    [false, 'the key id', jwt({ ...CLAIMS, iat: 1 }, { ...HEADER, kid: 'k2' })],
    [false, 'the algorithm', jwt({ ...CLAIMS, iat: 1 }, { ...HEADER, alg: 'none' })],
    [false, 'the signature went', jwt({ ...CLAIMS, iat: 1 }, HEADER, '')],
    [false, 'it became a bearer token', `Bearer ${jwt({ ...CLAIMS, iat: 1 })}`],
    [false, 'no JWT any more', 'anonymous'],
    [false, 'three parts that are no JSON', 'aaaa.bbbb.cccc'],
  ])('is %s: %s', ([isNoise, , replayed]) => {
    expect(onlyTokenClaimsDiffer(RECORDED, replayed)).toBe(isNoise);
  });

  test('distinguishes numbers beyond the precision of a double', () => {
    const account = (id: string, iat: number) => jwt(`{"account":${id},"iat":${iat}}`);
    expect(onlyTokenClaimsDiffer(account('9007199254740993', 1), account('9007199254740993', 2))).toBe(true);
    expect(onlyTokenClaimsDiffer(account('9007199254740993', 1), account('9007199254740992', 2))).toBe(false);
  });

  test('is true for tokens behind the same scheme', () => {
    expect(onlyTokenClaimsDiffer(`Bearer ${RECORDED}`, `Bearer ${jwt({ ...CLAIMS, iat: 1 })}`)).toBe(true);
  });
});
