import type { World } from '../../platform/world.ts';
import {
  OAUTH_STATE_MS,
  type OauthLogin,
  oauthSecrets,
  readOauthState,
  writeOauthState,
} from '../domain/oauth-state.ts';
import type { LoginPepper } from './login-pepper.ts';

/** A login at a provider: `verifier` and `nonce` never leave the service but on their way to the provider. */
export interface OauthAttempt {
  state: string;
  verifier: string;
  nonce: string;
}

export type OauthStates = ReturnType<typeof oauthStates>;

/** Logins at providers (interface 4.8): nothing is kept of those that begin, pk `SYSTEM#OAUTH#<id>`, sk `USED` of those that come back. */
export function oauthStates({
  table,
  now,
  newId,
  pepper,
}: Pick<World, 'table' | 'now' | 'newId'> & { pepper: LoginPepper }) {
  return {
    /** Begins a login, which may come back once and within ten minutes. */
    async begin(login: OauthLogin): Promise<OauthAttempt> {
      const secret = await pepper.bytes();
      const state = writeOauthState(login, { id: newId(), expiresAt: now() + OAUTH_STATE_MS }, secret);
      return { state, ...oauthSecrets(state, secret) };
    },

    /** The login of this state, which nobody uses again, whatever becomes of it; null where it is another, was used or has expired. */
    async use(state: string, login: OauthLogin): Promise<OauthAttempt | null> {
      const secret = await pepper.bytes();
      const of = readOauthState(state, login, { pepper: secret, now: now() });
      if (of === null) return null;
      const used = { pk: `SYSTEM#OAUTH#${of.id}`, sk: 'USED', expiresAt: of.expiresAt };
      return (await table.put(used, { when: 'absent' })) ? { state, ...oauthSecrets(state, secret) } : null;
    },
  };
}
