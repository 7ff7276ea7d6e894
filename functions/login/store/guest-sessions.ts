import { partitionOf } from '../../platform/values/families/row-families.ts';
import type { World } from '../../platform/world.ts';
import { GUEST_TOKEN_MS, type TokenClaims, writeAccessToken } from '../domain/access-token.ts';
import { isGuestName } from '../domain/guest-name.ts';
import type { SigningKeys } from './signing-keys.ts';

/**
 * Manages sessions of guests (interface 4.8): a session consists of its signed token only, so that a page without a
 * login writes nothing. Only its end is stored, pk `SYSTEM#SESSION#<sid>`, sk `ENDED`.
 */
export function guestSessions({
  table,
  now,
  newId,
  signingKeys,
  config,
}: Pick<World, 'table' | 'now' | 'newId'> & { signingKeys: SigningKeys; config: { guestLogin: boolean } }) {
  const endOf = ({ sid }: TokenClaims) => ({ pk: partitionOf('sessions', sid), sk: 'ENDED' });

  return {
    /** Starts a session of this name, which has to be a guest's. */
    async open({ userName, tenant }: { userName: string; tenant: string }) {
      if (!isGuestName(userName)) throw new Error('the name of a guest belongs to a user');
      const access = await writeAccessToken(
        { sub: userName, tenant, sid: newId(), jti: newId() },
        { ...(await signingKeys.signing()), now: now(), lifeMs: GUEST_TOKEN_MS },
      );
      return { ...access, refreshToken: null };
    },

    /** Whether the claims are those of a guest whose session is active; false if guest login is off. */
    async goesOn(claims: TokenClaims): Promise<boolean> {
      if (!config.guestLogin || !isGuestName(claims.sub) || now() >= claims.exp * 1000) return false;
      return (await table.get(endOf(claims))) === undefined;
    },

    /** Rejects the session's token from now on. */
    async end(claims: TokenClaims): Promise<void> {
      await table.put({ ...endOf(claims), expiresAt: claims.exp * 1000 });
    },
  };
}
