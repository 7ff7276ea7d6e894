import { UnsecuredJWT } from 'jose';
import { describe, expect, test } from 'vitest';
import { DEFAULT_SETTINGS } from '../../../functions/applications/domain/application-settings.ts';
import { credentialExpiry } from '../../../functions/recordings/domain/credential-expiry.ts';
import { parseCase } from '../../../functions/recordings/domain/parse-case.ts';
import { recordedGet } from '../../support/fakes/recorded-target.ts';
import { testSealer } from '../../support/test-sealer.ts';

const CONTEXT = { now: 0, newId: () => '0'.repeat(32), settings: DEFAULT_SETTINGS, sealer: testSealer };
const EXPIRY = 1_795_000_000;
const token = (exp: number) => new UnsecuredJWT({ sub: 'ann' }).setExpirationTime(exp).encode();
const forged = (payload: string) =>
  ['{"alg":"none"}', payload, ''].map((part) => Buffer.from(part).toString('base64url')).join('.');

describe('the expiry of the token of a request', () => {
  test.for<[string, [string, string][], number | null]>([
    ['in authorization', [['Authorization', `Bearer ${token(EXPIRY)}`]], EXPIRY * 1000],
    ['in a cookie', [['cookie', `a=1; sid=${token(EXPIRY)}; b=2`]], EXPIRY * 1000],
    [
      'in authorization before a cookie',
      [
        ['cookie', `sid=${token(1)}`],
        ['authorization', token(EXPIRY)],
      ],
      EXPIRY * 1000,
    ],
    ['in an encoded cookie', [['cookie', `sid=s%3A${token(EXPIRY)}`]], EXPIRY * 1000],
    // Each position of a long value was tried: 1 s for 31 KB of `eyJ`.
    ['within another token', [['authorization', `Bearer x${token(EXPIRY)}`]], null],
    ['without exp', [['authorization', `Bearer ${forged('{"sub":"ann"}')}`]], null],
    ['with another exp', [['authorization', `Bearer ${forged('{"exp":"soon"}')}`]], null],
    ['with an exp that no date has', [['authorization', `Bearer ${forged('{"exp":1e300}')}`]], null],
    ['with an unreadable payload', [['authorization', `Bearer ${forged('{"exp":')}`]], null],
    ['of another kind', [['authorization', 'Bearer 0123456789abcdef']], null],
    ['no credential', [], null],
  ])('is found %s', ([, headers, expiry]) => {
    expect(credentialExpiry(headers)).toBe(expiry);
  });

  test('is stored with the case', () => {
    const read = (headers: [string, string][]) => {
      const one = recordedGet('shop', '/a', {});
      return parseCase({ ...one, request: { ...one.request, headers } }, CONTEXT);
    };
    expect(read([['authorization', `Bearer ${token(EXPIRY)}`]])).toMatchObject({
      value: { credentialExpiresAt: EXPIRY * 1000 },
    });
    expect(read([])).not.toHaveProperty('value.credentialExpiresAt');
  });
});
