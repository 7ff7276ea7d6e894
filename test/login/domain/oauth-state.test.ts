import { describe, expect, test } from 'vitest';
import {
  OAUTH_STATE_MS,
  type OauthLogin,
  oauthSecrets,
  verifyOauthState,
  writeOauthState,
} from '../../../functions/login/domain/oauth-state.ts';

const NOW = 1_800_000_000_000;
const pepper = new Uint8Array(32).fill(1);
const of = { id: '0123456789abcdef0123456789abcdef', expiresAt: NOW + OAUTH_STATE_MS };
const login: OauthLogin = {
  oauthType: 'github',
  redirectUri: 'https://replay.shop.test/login',
  browserSecret: 'only-this-browser',
};
const state = writeOauthState(login, of, pepper);

const verified = (changed: { state?: string; login?: Partial<OauthLogin>; pepper?: Uint8Array; now?: number } = {}) =>
  verifyOauthState(
    changed.state ?? state,
    { ...login, ...changed.login },
    { pepper: changed.pepper ?? pepper, now: changed.now ?? NOW },
  );

describe('the state of a login at a provider', () => {
  test('is accepted for the login that it was written for, until it expires', () => {
    expect(verified()).toEqual(of);
    expect(verified({ now: of.expiresAt - 1 })).toEqual(of);
    expect(verified({ now: of.expiresAt })).toBeNull();
  });

  test('is accepted for a login without a secret of its browser, and for that alone', () => {
    const bare = writeOauthState({ ...login, browserSecret: null }, of, pepper);
    expect(verified({ state: bare, login: { browserSecret: null } })).toEqual(of);
    expect(verified({ state: bare })).toBeNull();
    expect(verified({ login: { browserSecret: null } })).toBeNull();
  });

  test.for<[what: string, changed: Parameters<typeof verified>[0]]>([
    ['another provider', { login: { oauthType: 'google' } }],
    ['another address to return to', { login: { redirectUri: 'https://replay.shop.test/other' } }],
    ['another browser', { login: { browserSecret: 'another-browser' } }],
    ['another pepper', { pepper: new Uint8Array(32).fill(2) }],
    ['another id', { state: state.replace('0123', '1123') }],
    ['a later expiry', { state: state.replace(String(of.expiresAt), String(of.expiresAt + 1)) }],
    ['an altered proof', { state: `${state.slice(0, -1)}${state.endsWith('A') ? 'E' : 'A'}` }],
    ['no proof', { state: `rro_${of.id}_${of.expiresAt}` }],
    ['more text after it', { state: `${state}x` }],
    ['another text', { state: 'state' }],
  ])('is refused with %s', ([, changed]) => {
    expect(verified(changed)).toBeNull();
  });
});

describe('the secrets of a state', () => {
  test('are the same for the same state, as none of them is stored', () => {
    expect(oauthSecrets(state, pepper)).toEqual(oauthSecrets(state, pepper));
  });

  test('are a verifier as PKCE wants it and a nonce, which differ', () => {
    const { verifier, nonce } = oauthSecrets(state, pepper);
    expect(verifier).toMatch(/^[A-Za-z0-9._~-]{43,128}$/);
    expect(nonce).not.toBe(verifier);
    expect(state).not.toContain(verifier);
  });

  test('are others for another state or pepper', () => {
    const all = [
      oauthSecrets(state, pepper),
      oauthSecrets(`${state}x`, pepper),
      oauthSecrets(state, new Uint8Array(32).fill(2)),
    ].flatMap(({ verifier, nonce }) => [verifier, nonce]);
    expect(new Set(all).size).toBe(6);
  });
});
