import { partitionOf } from '../../platform/values/families/row-families.ts';
import type { World } from '../../platform/world.ts';
import {
  OAUTH_STATE_MS,
  type OauthLogin,
  oauthSecrets,
  verifyOauthState,
  writeOauthState,
} from '../domain/oauth-state.ts';
import type { LoginPepper } from './login-pepper.ts';

/** A login at a provider: `verifier` and `nonce` are sent to no one but the provider. */
export interface OauthAttempt {
  state: string;
  verifier: string;
  nonce: string;
}

/**
 * Manages logins at providers (interface 4.8): a started login is not stored; a completed one is, pk
 * `SYSTEM#OAUTH#<id>`, sk `USED`.
 */
export function oauthStates({
  table,
  now,
  newId,
  pepper,
}: Pick<World, 'table' | 'now' | 'newId'> & { pepper: LoginPepper }) {
  return {
    /** Starts a login, which may be completed once and within ten minutes. */
    async begin(login: OauthLogin): Promise<OauthAttempt> {
      const secret = await pepper.bytes();
      const state = writeOauthState(login, { id: newId(), expiresAt: now() + OAUTH_STATE_MS }, secret);
      return { state, ...oauthSecrets(state, secret) };
    },

    /**
     * Consumes a state and returns its login, whatever the outcome of that login; null if the state belongs to another
     * login, was used or has expired.
     */
    async use(state: string, login: OauthLogin): Promise<OauthAttempt | null> {
      const secret = await pepper.bytes();
      const of = verifyOauthState(state, login, { pepper: secret, now: now() });
      if (of === null) return null;
      const used = { pk: partitionOf('oauthStates', of.id), sk: 'USED', expiresAt: of.expiresAt };
      return (await table.put(used, { when: 'absent' })) ? { state, ...oauthSecrets(state, secret) } : null;
    },
  };
}
