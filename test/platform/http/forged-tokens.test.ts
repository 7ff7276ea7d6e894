import { createHmac, createPublicKey, generateKeyPairSync, type JsonWebKey, sign } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type LoginStage, loginStage } from '../../support/stages/login-stage.ts';

const ANN = 'ann@shop.test';

interface Parts {
  header: Record<string, unknown>;
  payload: Record<string, unknown>;
}
interface Forger extends Parts {
  /** A valid token. */
  token: string;
  now: number;
  /** Signs the parts with the service's own key. */
  genuine(parts: Partial<Parts>): string;
  /** Signs the parts with the forger's own key. */
  own(parts: Partial<Parts>): string;
  ownJwk: JsonWebKey;
  publicPem: string;
  /** A valid token of an ended session. */
  ended: string;
  /** A valid token of another user. */
  others: string;
}

const base64 = (value: unknown) =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');
const unsigned = ({ header, payload }: Parts) => `${base64(header)}.${base64(payload)}`;
const pieces = (token: string): [string, string, string] => {
  const [header = '', payload = '', signature = ''] = token.split('.');
  return [header, payload, signature];
};
const hmac = (parts: Parts, secret: string, hash = 'sha256') =>
  `${unsigned(parts)}.${createHmac(hash, secret).update(unsigned(parts)).digest('base64url')}`;
const withHeader = (forger: Forger, members: Record<string, unknown>) =>
  forger.genuine({ header: { ...forger.header, ...members } });
const withClaims = (forger: Forger, members: Record<string, unknown>) =>
  forger.genuine({ payload: { ...forger.payload, ...members } });
const without = (record: Record<string, unknown>, name: string) =>
  Object.fromEntries(Object.entries(record).filter(([member]) => member !== name));
const seconds = ({ now }: Forger) => Math.floor(now / 1000);

const FORGED: readonly [string, (forger: Forger) => string][] = [
  // No signature, or an invalid one
  ['alg none, no signature', (f) => `${unsigned({ ...f, header: { ...f.header, alg: 'none' } })}.`],
  ['alg None', (f) => `${unsigned({ ...f, header: { ...f.header, alg: 'None' } })}.`],
  ['alg nOnE', (f) => `${unsigned({ ...f, header: { ...f.header, alg: 'nOnE' } })}.`],
  [
    'alg none, the signature of a good token',
    (f) => `${unsigned({ ...f, header: { ...f.header, alg: 'none' } })}.${pieces(f.token)[2]}`,
  ],
  ['no alg', (f) => f.genuine({ header: without(f.header, 'alg') })],
  ['alg of an empty text', (f) => withHeader(f, { alg: '' })],
  ['alg null', (f) => withHeader(f, { alg: null })],
  ['alg a list', (f) => withHeader(f, { alg: ['ES256'] })],
  ['signature left out', (f) => `${pieces(f.token).slice(0, 2).join('.')}.`],
  ['signature of zeros', (f) => `${unsigned(f)}.${Buffer.alloc(64).toString('base64url')}`],
  ['signature in DER', (f) => `${unsigned(f)}.${Buffer.from('3006020101020101', 'hex').toString('base64url')}`],
  ['signature doubled', (f) => f.token + pieces(f.token)[2]],
  // Another algorithm, the public key as a secret
  ['HS256 with the public key in PEM', (f) => hmac({ ...f, header: { ...f.header, alg: 'HS256' } }, f.publicPem)],
  ['HS256 with the kid', (f) => hmac({ ...f, header: { ...f.header, alg: 'HS256' } }, String(f.header.kid))],
  ['HS256 with an empty secret', (f) => hmac({ ...f, header: { ...f.header, alg: 'HS256' } }, '')],
  [
    'HS512 with the public key in PEM',
    (f) => hmac({ ...f, header: { ...f.header, alg: 'HS512' } }, f.publicPem, 'sha512'),
  ],
  ['ES384 in the header', (f) => withHeader(f, { alg: 'ES384' })],
  ['RS256 in the header', (f) => withHeader(f, { alg: 'RS256' })],
  ['PS256 in the header', (f) => withHeader(f, { alg: 'PS256' })],
  ['EdDSA in the header', (f) => withHeader(f, { alg: 'EdDSA' })],
  ['es256 in small letters', (f) => withHeader(f, { alg: 'es256' })],
  // The forger's own key
  ['signed with another key', (f) => f.own({})],
  ['jwk of the forger', (f) => f.own({ header: { ...f.header, jwk: f.ownJwk } })],
  ['jwk of the forger and no kid', (f) => f.own({ header: { ...without(f.header, 'kid'), jwk: f.ownJwk } })],
  ['jku of the forger', (f) => f.own({ header: { ...f.header, jku: 'https://evil.test/keys' } })],
  ['x5u of the forger', (f) => f.own({ header: { ...f.header, x5u: 'https://evil.test/cert' } })],
  ['x5c of the forger', (f) => f.own({ header: { ...f.header, x5c: ['MIIB'] } })],
  ['jwk beside a genuine signature', (f) => withHeader(f, { jwk: f.ownJwk })],
  ['jku beside a genuine signature', (f) => withHeader(f, { jku: 'https://evil.test/keys' })],
  ['x5u beside a genuine signature', (f) => withHeader(f, { x5u: 'https://evil.test/cert' })],
  ['crit with an unknown member', (f) => withHeader(f, { crit: ['exp'], exp: 1 })],
  ['crit empty', (f) => withHeader(f, { crit: [] })],
  ['b64 false', (f) => withHeader(f, { b64: false, crit: ['b64'] })],
  ['zip', (f) => withHeader(f, { zip: 'DEF' })],
  ['unknown kid', (f) => withHeader(f, { kid: '0123456789abcdef' })],
  ['kid left out', (f) => f.genuine({ header: without(f.header, 'kid') })],
  ['kid a path', (f) => withHeader(f, { kid: '../../../dev/null' })],
  ['kid a query', (f) => withHeader(f, { kid: "' OR 1=1 --" })],
  ['kid __proto__', (f) => withHeader(f, { kid: '__proto__' })],
  ['kid a number', (f) => withHeader(f, { kid: 0 })],
  // A token for another purpose
  ['typ JWT', (f) => withHeader(f, { typ: 'JWT' })],
  ['typ of a refresh token', (f) => withHeader(f, { typ: 'rt+jwt' })],
  ['typ left out', (f) => f.genuine({ header: without(f.header, 'typ') })],
  ['cty JWT', (f) => withHeader(f, { cty: 'JWT' })],
  ['iss of another', (f) => withClaims(f, { iss: 'https://evil.test' })],
  ['iss left out', (f) => f.genuine({ payload: without(f.payload, 'iss') })],
  ['iss a list', (f) => withClaims(f, { iss: [f.payload.iss] })],
  ['aud of another', (f) => withClaims(f, { aud: 'another-service' })],
  ['aud left out', (f) => f.genuine({ payload: without(f.payload, 'aud') })],
  ['aud empty', (f) => withClaims(f, { aud: [] })],
  // Time
  ['expired 30 s ago', (f) => withClaims(f, { exp: seconds(f) - 30 })],
  ['exp left out', (f) => f.genuine({ payload: without(f.payload, 'exp') })],
  ['exp a text', (f) => withClaims(f, { exp: '9999999999' })],
  ['exp null', (f) => withClaims(f, { exp: null })],
  ['issued in the future', (f) => withClaims(f, { iat: seconds(f) + 31 })],
  [
    'issued more than an hour ago, to last for ever',
    (f) => withClaims(f, { iat: seconds(f) - 3631, exp: seconds(f) + 9_999_999 }),
  ],
  ['to last longer than an hour', (f) => withClaims(f, { exp: seconds(f) + 3601 })],
  ['iat left out', (f) => f.genuine({ payload: without(f.payload, 'iat') })],
  ['not before 31 s from now', (f) => withClaims(f, { nbf: seconds(f) + 31 })],
  ['nbf a text', (f) => withClaims(f, { nbf: 'now' })],
  // Another user or tenant
  ['of another tenant', (f) => withClaims(f, { tid: 'other' })],
  ['tid left out', (f) => f.genuine({ payload: without(f.payload, 'tid') })],
  ['sub of another user', (f) => withClaims(f, { sub: 'bob@shop.test' })],
  ['sub of an unknown user', (f) => withClaims(f, { sub: 'unknown@shop.test' })],
  ['sub left out', (f) => f.genuine({ payload: without(f.payload, 'sub') })],
  ['sub a list', (f) => withClaims(f, { sub: [ANN] })],
  ['sid of nothing', (f) => withClaims(f, { sid: '0'.repeat(32) })],
  ['sid of an ended session', (f) => withClaims(f, { sid: payloadOf(f.ended).sid })],
  ["sid of another user's session", (f) => withClaims(f, { sid: payloadOf(f.others).sid })],
  ['sid left out', (f) => f.genuine({ payload: without(f.payload, 'sid') })],
  ['jti left out', (f) => f.genuine({ payload: without(f.payload, 'jti') })],
  ['of an ended session', (f) => f.ended],
  // Tampered
  [
    'payload changed, signature kept',
    (f) => {
      const [header, , signature] = pieces(f.token);
      return `${header}.${base64({ ...f.payload, sub: 'bob@shop.test' })}.${signature}`;
    },
  ],
  ["another user's signature", (f) => [...pieces(f.token).slice(0, 2), pieces(f.others)[2]].join('.')],
  ['cut short', (f) => f.token.slice(0, -1)],
  ['cut in half', (f) => f.token.slice(0, f.token.length / 2)],
  [
    'last bits of the signature changed, which no byte shows',
    (f) => {
      const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
      return f.token.slice(0, -1) + alphabet[(alphabet.indexOf(f.token.at(-1) ?? '') ^ 1) % 64];
    },
  ],
  ['padded', (f) => `${f.token}==`],
  [
    'in base64 with + and /',
    (f) =>
      pieces(f.token)
        .map((piece) => Buffer.from(piece, 'base64url').toString('base64'))
        .join('.'),
  ],
  ['a line break inside', (f) => f.token.replace('.', '.%0a')],
  ['a fourth part', (f) => `${f.token}.AAAA`],
  ['five parts, as of an encrypted one', (f) => `${f.token}.AAAA.AAAA`],
  ['two parts', (f) => pieces(f.token).slice(0, 2).join('.')],
  ['dots alone', () => '..'],
  ['header that is not JSON', (f) => `${base64('{"alg":')}.${pieces(f.token).slice(1).join('.')}`],
  ['header a list', (f) => `${base64([])}.${pieces(f.token).slice(1).join('.')}`],
  ['header null', (f) => `${base64('null')}.${pieces(f.token).slice(1).join('.')}`],
  ['payload no JSON', (f) => signedText(f, 'no json')],
  ['payload a list', (f) => signedText(f, '[]')],
  ['huge, with a genuine signature', (f) => withClaims(f, { padding: 'x'.repeat(5000) })],
  ['huge', (f) => f.token + 'A'.repeat(7000)],
  ['Bearer before it', (f) => `Bearer ${f.token}`],
  ['twice with a comma', (f) => `${f.token}, ${f.token}`],
  ['a refresh token', () => `rrr_${'0'.repeat(32)}_0_${'A'.repeat(43)}`],
  ['a word', () => 'token'],
  ['null', () => 'null'],
];

const payloadOf = (token: string): Record<string, unknown> =>
  JSON.parse(Buffer.from(pieces(token)[1], 'base64url').toString());
// deliberately no object
const signedText = (forger: Forger, text: string) => forger.genuine({ payload: text as unknown as Parts['payload'] });

describe('forged access tokens (facts: auth)', () => {
  let stage: LoginStage;
  let forger: Forger;

  const reads = async (token: string) => {
    const { status, body } = await stage.call('GET', '/api/replays', undefined, { 'access-token': token });
    return { status, body };
  };

  beforeAll(async () => {
    stage = loginStage();
    const token = (await stage.login(ANN)).accessToken;
    const ended = (await stage.login(ANN)).accessToken;
    await stage.call('POST', '/api/login/logout', undefined, { 'access-token': ended });
    const others = (await stage.login('bob@shop.test')).accessToken;
    const row = await stage.table.get({ pk: 'SYSTEM#LOGIN', sk: 'SIGNING-KEYS' });
    const context = { tenant: 'system', subject: 'signing-keys', field: 'keys' };
    const [stored] = JSON.parse(await stage.world.keys.open(String(row?.sealed), context));
    const own = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const base = {
      header: JSON.parse(Buffer.from(pieces(token)[0], 'base64url').toString()),
      payload: payloadOf(token),
    };
    const signWith =
      (key: Parameters<typeof sign>[2]) =>
      (parts: Partial<Parts>): string => {
        const text = unsigned({ ...base, ...parts });
        return `${text}.${sign('sha256', Buffer.from(text), key).toString('base64url')}`;
      };
    const dsaEncoding = 'ieee-p1363' as const;
    forger = {
      ...base,
      token,
      ended,
      others,
      now: stage.clock.now,
      genuine: signWith({ key: stored.jwk, format: 'jwk', dsaEncoding }),
      own: signWith({ key: own.privateKey, dsaEncoding }),
      ownJwk: own.publicKey.export({ format: 'jwk' }),
      publicPem: createPublicKey({ key: stored.jwk, format: 'jwk' }).export({ type: 'spki', format: 'pem' }).toString(),
    };
  });
  afterAll(() => stage.close());

  test('are valid when they are signed with the genuine key and not changed', async () => {
    expect((await reads(forger.token)).status).toBe(200);
    expect((await reads(forger.genuine({}))).status).toBe(200);
    expect((await reads(withClaims(forger, { jti: 'another', exp: seconds(forger) - 29 }))).status).toBe(200);
    expect((await reads(withClaims(forger, { iat: seconds(forger) + 30 }))).status).toBe(200);
    expect((await reads(withClaims(forger, { nbf: seconds(forger) + 30 }))).status).toBe(200);
  });

  test('are of at least 60 kinds', () => {
    expect(new Set(FORGED.map(([kind]) => kind)).size).toBeGreaterThanOrEqual(60);
  });

  test.for(FORGED)('are refused with 401: %s', async ([, forge]) => {
    expect(await reads(forge(forger))).toEqual({
      status: 401,
      body: {
        responseStatusType: {
          responseCode: 4,
          responseDesc: 'Authentication verification failed',
          timestamp: stage.clock.now,
        },
      },
    });
    expect((await reads(forger.token)).status).toBe(200);
  });

  test('cause no read if their form is wrong', async () => {
    stage.calls.length = 0;
    for (const kind of ['unknown kid', 'alg none, no signature', 'signed with another key', 'huge']) {
      const [, forge] = FORGED.find(([name]) => name === kind) ?? [];
      expect((await reads(forge?.(forger) ?? '')).status, kind).toBe(401);
    }
    expect(stage.calls).toEqual([]);
  });

  test.for<[number, number]>([
    [3_629_999, 200],
    [3_630_000, 401],
  ])('answer, %s ms after the login and with clocks 30 s apart, %s', async ([age, status]) => {
    const began = stage.clock.now;
    const { accessToken } = await stage.login('cleo@shop.test');
    stage.clock.now += age;
    expect((await reads(accessToken)).status).toBe(status);
    stage.clock.now = began;
  });
});
