import { generateKeyPairSync } from 'node:crypto';
import { importJWK, SignJWT } from 'jose';
import { describe, expect, test } from 'vitest';
import { MAX_HOSTS } from '../../../../functions/evaluation/domain/hosts/host.ts';
import { ulidOf } from '../../../../functions/evaluation/domain/identifiers.ts';
import { verifyAccessToken } from '../../../../functions/login/domain/access-token.ts';
import { PROCESS_RUNNER_VERSION } from '../../../support/evaluation/federated-run.ts';
import { federatedStage, hostKey, TOKEN_URL } from '../../../support/stages/federated-stage.ts';
import { randomUUID } from '../../../support/test-random.ts';

const stage = federatedStage();
const HOSTS = '/api/v1/eval/hosts';
const TOKEN = `${HOSTS}/token`;
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const facts = {
  name: 'lab',
  capabilities: ['runtime.process'],
  protocol: { min: 1, max: 1 },
  runner_versions: [PROCESS_RUNNER_VERSION],
  residency: 'eu',
};
const token = (assertion: unknown) => stage.send('POST', TOKEN, { assertion }, {});
const works = async (text: string) =>
  (await stage.as(text)('POST', '/leases', { runner_versions: facts.runner_versions })).status;

describe('hosts (evaluation 3.11)', () => {
  test('are registered with a public key, shown, listed, used in negotiations, and revoked at once', async () => {
    const key = await hostKey();
    const made = await stage.ask('POST', HOSTS, { ...facts, public_key_jwk: key.jwk });
    const { host_id } = made.body;
    expect([made.status, made.body]).toEqual([201, { host_id, keyid: key.keyid }]);
    expect((await stage.ask('GET', `${HOSTS}/${host_id}`)).body).toMatchObject({
      ...facts,
      keys: [{ keyid: key.keyid, jwk: key.jwk }],
      revoked_at: null,
    });
    expect((await stage.ask('GET', HOSTS)).body.data[0].host_id).toBe(host_id);
    const known = async () => JSON.stringify((await stage.ask('GET', '/api/v1/eval/capabilities')).body);
    expect(await known()).toContain(host_id);

    const held = await stage.tokenOf({ host_id, key });
    expect(await works(held)).toBe(204);
    expect((await stage.ask('DELETE', `${HOSTS}/${host_id}`)).status).toBe(204);
    expect(await works(held)).toBe(401);
    expect(await stage.tokenOf({ host_id, key })).toBeUndefined();
    expect(await known()).not.toContain(host_id);
    expect((await stage.ask('GET', `${HOSTS}/${host_id}`)).body.revoked_at).toMatch(/Z$/);
  });

  test('have one or two keys, so that a third and the removal of the last one are refused', async () => {
    const host = await stage.host();
    const [second, third] = [await hostKey(), await hostKey()];
    const keys = `${HOSTS}/${host.host_id}/keys`;
    const add = (jwk: object) => stage.ask('POST', keys, { public_key_jwk: jwk });
    expect((await add(second.jwk)).body).toEqual({ host_id: host.host_id, keyid: second.keyid });
    expect((await add(second.jwk)).status).toBe(201);
    expect((await add(third.jwk)).body.code).toBe('limit_reached');
    const other = await stage.tokenOf({ host_id: host.host_id, key: second });
    expect([await works(host.token), await works(other)]).toEqual([204, 204]);
    expect((await stage.ask('DELETE', `${keys}/${host.key.keyid}`)).status).toBe(204);
    expect([await works(host.token), await works(other)]).toEqual([401, 204]);
    expect((await stage.ask('DELETE', `${keys}/${second.keyid}`)).body.code).toBe('limit_reached');
    for (const none of [host.key.keyid, third.keyid, 'none'])
      expect((await stage.ask('DELETE', `${keys}/${none}`)).status).toBe(404);
  });

  test('are in the audit log with the users who registered and revoked them and their keys', async () => {
    const { host_id, key } = await stage.host();
    const second = await hostKey();
    const path = `${HOSTS}/${host_id}`;
    await stage.ask('POST', `${path}/keys`, { public_key_jwk: second.jwk });
    await stage.ask('DELETE', `${path}/keys/${key.keyid}`);
    await stage.ask('DELETE', `${path}/keys/${second.keyid}`);
    for (const _ of ['revoked', 'and again']) expect((await stage.ask('DELETE', path)).status).toBe(204);
    const { items } = await stage.services.audit.page({ limit: 100, after: null });
    const ours = items.filter(({ subject }) => subject.hostId === host_id);
    expect(ours.map(({ who, action, subject }) => [who, action, subject.keyid])).toEqual(
      expect.arrayContaining([
        ['admin-key', 'host.registered', key.keyid],
        ['admin-key', 'host.key-added', second.keyid],
        ['admin-key', 'host.key-removed', key.keyid],
        ['admin-key', 'host.revoked', undefined],
      ]),
    );
    expect(ours).toHaveLength(4);
  });

  test.for<[string, () => Promise<object>]>([
    ['a private key', async () => ({ ...(await hostKey()).private })],
    ['another curve', async () => generateKeyPairSync('x25519').publicKey.export({ format: 'jwk' })],
    ['a key of another length', async () => ({ kty: 'OKP', crv: 'Ed25519', x: 'AAAA' })],
    ['a key with bits to spare', async () => ({ kty: 'OKP', crv: 'Ed25519', x: `${'A'.repeat(42)}B` })],
  ])('are refused with %s', async ([, jwk]) => {
    const { status, body } = await stage.ask('POST', HOSTS, { ...facts, public_key_jwk: await jwk() });
    expect([status, body.code]).toEqual([422, 'validation_failed']);
  });

  test('are limited to 100 active ones, also in concurrent registrations', async () => {
    const { federatedHosts } = stage.servicesOf('crowded').evaluation;
    const { keyid, jwk } = await hostKey();
    const { kty, crv, x } = jwk as { kty: 'OKP'; crv: 'Ed25519'; x: string }; // an Ed25519 key
    const add = (created_at: number) =>
      federatedHosts.add({
        host_id: `host_${ulidOf(created_at, stage.services.newId())}`,
        ...facts,
        created_by: 'ann',
        created_at,
        keys: [{ keyid, jwk: { kty, crv, x }, created_at }],
        revoked_at: null,
        version: 1,
      });
    const added = await Promise.all(Array.from({ length: MAX_HOSTS + 5 }, (_, at) => add(at + 1)));
    expect(added.filter(Boolean)).toHaveLength(MAX_HOSTS);
    const [host] = (await federatedHosts.page({ limit: 1, after: null })).items;
    if (host === undefined) throw new Error('there are hosts');
    for (const _ of ['revoked', 'and again']) await federatedHosts.revoke(host.host_id);
    expect([await add(1000), await add(1001)]).toEqual([true, false]);
  });

  test('are invisible to another tenant', async () => {
    const { host_id } = await stage.host();
    expect(await stage.servicesOf('other').evaluation.federatedHosts.find(host_id)).toBeUndefined();
    expect(await stage.servicesOf('other').evaluation.hosts()).toHaveLength(1);
  });
});

describe('the token of a host (evaluation 3.11)', () => {
  test('is given for JSON and for a form, for 15 minutes', async () => {
    const host = await stage.host();
    const form = new URLSearchParams({
      grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
      assertion: await stage.assertion(host),
    });
    const given = [await token(await stage.assertion(host)), await stage.send('POST', TOKEN, String(form), FORM)];
    for (const { status, headers, body } of given) {
      expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
      expect(body).toMatchObject({ token_type: 'Bearer', expires_in: 900, scope: 'host:publish' });
      const claims = JSON.parse(Buffer.from(body.access_token.split('.')[1], 'base64url').toString());
      expect(claims).toMatchObject({ tid: 'default', hid: host.host_id, cnf: { jkt: host.key.keyid } });
      expect(await works(body.access_token)).toBe(204);
    }
    stage.pass(15 * 60_000 + 20_000);
    expect(await works(host.token)).toBe(204);
    stage.pass(11_000);
    expect(await works(host.token)).toBe(401);
  });

  test('is given once per assertion, also for ten concurrent requests', async () => {
    const host = await stage.host();
    const assertion = await stage.assertion(host);
    const answers = await Promise.all(Array.from({ length: 10 }, () => token(assertion)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 9 }, () => 401)]);
  });

  const seconds = () => Math.floor(stage.now() / 1000);
  const row = (claims: () => object) => async () =>
    stage.assertion(await stage.host(), claims() as Record<string, unknown>);
  test.for<[string, () => Promise<string>]>([
    [
      'of an unknown host',
      async () => stage.assertion({ host_id: 'host_01KAWDGM00ABCDEFGHJKMNPQRS', key: await hostKey() }),
    ],
    [
      'signed by another key',
      async () => stage.assertion({ host_id: (await stage.host()).host_id, key: await hostKey() }),
    ],
    ['for another audience', row(() => ({ aud: 'https://elsewhere.test/token' }))],
    ['for this audience and another', row(() => ({ aud: [TOKEN_URL, 'https://elsewhere.test/token'] }))],
    ['of another subject', row(() => ({ sub: 'somebody' }))],
    ['good for 61 seconds', row(() => ({ exp: seconds() + 61 }))],
    ['expired for longer than clocks may differ', row(() => ({ iat: seconds() - 91, exp: seconds() - 31 }))],
    ['issued later than clocks may differ', row(() => ({ iat: seconds() + 40, exp: seconds() + 90 }))],
    ['without jti', row(() => ({ jti: undefined }))],
    ['without iat', row(() => ({ iat: undefined }))],
    ['without exp', row(() => ({ exp: undefined }))],
    [
      'with its key in the header',
      async () => {
        const host = await stage.host();
        return stage.assertion(host, {}, { jwk: host.key.jwk });
      },
    ],
    [
      'signed as HS256 with the public key',
      async () => {
        const host = await stage.host();
        const iat = seconds();
        return new SignJWT({
          iss: host.host_id,
          sub: host.host_id,
          aud: TOKEN_URL,
          iat,
          exp: iat + 60,
          jti: randomUUID(),
        })
          .setProtectedHeader({ alg: 'HS256' })
          .sign(Buffer.from(host.key.jwk.x ?? '', 'base64url'));
      },
    ],
    [
      'signed with another algorithm',
      async () => {
        const host = await stage.host();
        const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
        return new SignJWT({ iss: host.host_id, sub: host.host_id, aud: TOKEN_URL, jti: 'x' })
          .setProtectedHeader({ alg: 'ES256' })
          .setIssuedAt(seconds())
          .setExpirationTime(seconds() + 60)
          .sign(await importJWK(privateKey.export({ format: 'jwk' }), 'ES256'));
      },
    ],
    [
      'unsigned',
      async () => {
        const host = await stage.host();
        const [, claims] = (await stage.assertion(host)).split('.');
        return `${Buffer.from('{"alg":"none"}').toString('base64url')}.${claims}.`;
      },
    ],
    ['that is not a JWT', async () => 'a.b.c'],
  ])('is refused with the same answer for an assertion %s', async ([, made]) => {
    const { status, body } = await token(await made());
    const { request_id: _, ...rest } = body;
    expect([status, rest]).toEqual([
      401,
      {
        type: 'https://errors.invalid/eval/unauthenticated',
        title: 'The credential is missing or invalid',
        status: 401,
        code: 'unauthenticated',
        detail: 'The assertion is invalid.',
        instance: TOKEN,
      },
    ]);
  });

  test.for<[string, unknown, Record<string, string>, number, string]>([
    ['a missing assertion', {}, {}, 422, 'validation_failed'],
    ['another grant type', { grant_type: 'password', assertion: 'a.b.c' }, {}, 422, 'validation_failed'],
    ['unreadable JSON', '{', {}, 400, 'invalid_json'],
    ['JSON that is not an object', 'null', {}, 422, 'validation_failed'],
    ['another media type', 'a', { 'content-type': 'text/plain' }, 415, 'unsupported_media_type'],
  ])('is refused for %s', async ([, body, headers, status, code]) => {
    const answer = await stage.send('POST', TOKEN, body, headers);
    expect([answer.status, answer.body.code]).toEqual([status, code]);
  });

  test('is accepted only as bearer token, and not as access token or elsewhere', async () => {
    const { token: mine } = await stage.host();
    expect(await verifyAccessToken(mine, { keyOf: () => undefined, now: stage.now() })).toBeNull();
    for (const [method, path] of [
      ['GET', '/runs'],
      ['GET', '/hosts'],
      ['POST', '/runs'],
      ['POST', '/hosts'],
      ['GET', '/artifacts/sha256:00'],
    ] as const)
      expect((await stage.as(mine)(method, path, method === 'POST' ? {} : undefined)).status).toBe(403);
    const { status } = await stage.send(
      'POST',
      '/api/v1/eval/leases',
      { runner_versions: facts.runner_versions },
      { 'access-token': mine },
    );
    expect(status).toBe(401);
  });

  test('is in no log line, nor is an assertion', async () => {
    const host = await stage.host();
    const assertion = await stage.assertion(host);
    const { body } = await token(assertion);
    await token(assertion);
    for (const secret of [assertion, body.access_token, host.key.private.d])
      expect(stage.logged.join('\n')).not.toContain(secret);
    expect(stage.logged.join('\n')).toContain(host.host_id);
  });
});
