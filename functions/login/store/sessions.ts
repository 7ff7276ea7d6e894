import * as v from 'valibot';
import type { World } from '../../platform/world.ts';
import { ACCESS_TOKEN_MS, readAccessToken, type TokenClaims, writeAccessToken } from '../domain/access-token.ts';
import { mayLogIn } from '../domain/login-domains.ts';
import type { Membership } from '../domain/membership.ts';
import { readRefreshToken, writeRefreshToken } from '../domain/refresh-token.ts';
import type { Role } from '../domain/roles.ts';
import { guestSessions } from './guest-sessions.ts';
import type { LoginPepper } from './login-pepper.ts';
import { memberKey, membershipOf, personKey } from './membership-rows.ts';
import type { SigningKeys } from './signing-keys.ts';

/** A refresh token, and with it the session, expires this long after its last use (interface 4.8). */
const REFRESH_TOKEN_MS = 30 * 86_400_000;

const Session = v.object({
  sid: v.string(),
  /** Digest of the user's name. */
  user: v.string(),
  tenant: v.string(),
  how: v.picklist(['code', 'oauth', 'switch', 'local']),
  /** The generation of the valid refresh token: each use creates the next one. */
  generation: v.number(),
  /** The era of the membership when the session started: an admin starts a new era to end it. */
  era: v.optional(v.string(), ''),
  createdAt: v.number(),
  expiresAt: v.number(),
});
type Session = v.InferOutput<typeof Session>;

/**
 * How a person logged in; `switch`: from the session of another tenant, or by accepting an
 * invitation; `local`: as the administrator of this machine.
 */
export type SessionKind = Session['how'];

/** The tokens of a session (interface 4.8). */
export interface SessionTokens {
  accessToken: string;
  /** Null for a guest, who logs in again instead. */
  refreshToken: string | null;
  /** Expiry of the access token, epoch ms. */
  expiresAt: number;
}

/** The tokens that a caller presents: the headers of interface 4.8. */
export interface ShownTokens {
  accessToken: string | null;
  refreshToken: string | null;
}

/** The holder of an access token. */
export interface TokenHolder {
  tenant: string;
  name: string;
  role: Role | 'guest';
}

export type SessionStore = ReturnType<typeof sessionStore>;

/**
 * Manages sessions of people (interface 4.8), pk `SYSTEM#SESSION#<sid>`, sk `SESSION`, and of guests
 * (guest-sessions.ts). A session belongs to one tenant. Deleting the row invalidates all tokens of the session; it is
 * also invalid while its user's membership of that tenant is not active or in another era, or their mail domain may not
 * log in.
 */
export function sessionStore({
  table,
  log,
  now,
  newId,
  ...parts
}: Pick<World, 'table' | 'log' | 'now' | 'newId'> & {
  pepper: LoginPepper;
  signingKeys: SigningKeys;
  config: { loginDomains: readonly string[]; guestLogin: boolean };
}) {
  const { pepper, signingKeys, config } = parts;
  const guests = guestSessions({ table, now, newId, signingKeys, config });
  const keyOf = (sid: string) => ({ pk: `SYSTEM#SESSION#${sid}`, sk: 'SESSION' });

  async function find(sid: string): Promise<Session | undefined> {
    const row = await table.get(keyOf(sid));
    return row && v.parse(Session, row);
  }

  async function tokensOf(userName: string, { sid, tenant, generation }: Session): Promise<SessionTokens> {
    const access = await writeAccessToken(
      { sub: userName, tenant, sid, jti: newId(), gen: generation },
      { ...(await signingKeys.signing()), now: now(), lifeMs: ACCESS_TOKEN_MS },
    );
    return { ...access, refreshToken: writeRefreshToken({ sid, generation }, await pepper.bytes()) };
  }

  const claimsOf = async (accessToken: string): Promise<TokenClaims | null> =>
    readAccessToken(accessToken, { keyOf: await signingKeys.verifying(), now: now() });

  /**
   * The session of a person with their current role in its tenant; null unless it is theirs and active, or if their
   * domain may no longer log in.
   */
  const ofPerson = async (userName: string, sid: string, tenant: string) =>
    mayLogIn(userName, config.loginDomains) ? opened(userName, sid, tenant) : null;

  /** Like `ofPerson`, for any domain: everyone may log out. */
  async function opened(
    userName: string,
    sid: string,
    tenant: string,
  ): Promise<{ session: Session; role: Role } | null> {
    const digest = await pepper.digestOf(userName);
    const [row, member, person] = await table.batchGet([keyOf(sid), memberKey(digest, tenant), personKey(digest)]);
    const session = row && v.parse(Session, row);
    if (!session || session.user !== digest || session.tenant !== tenant) return null;
    const membership = membershipOf({ member, person }, { tenant, userName });
    return membership?.state === 'active' && membership.era === session.era ? { session, role: membership.role } : null;
  }

  /** The session of a person's valid access token; null if either has expired. */
  const held = async (claims: TokenClaims | null, find = ofPerson) =>
    claims && (await find(claims.sub, claims.sid, claims.tenant));

  /** Creates the next generation of tokens; null if the session has ended or another request has just done so. */
  async function rotated(userName: string, session: Session): Promise<SessionTokens | null> {
    const next = { generation: session.generation + 1, expiresAt: now() + REFRESH_TOKEN_MS };
    const isMine = await table.update(keyOf(session.sid), next, {
      when: { generation: { equals: session.generation } },
    });
    return isMine ? tokensOf(userName, { ...session, ...next }) : null;
  }

  async function end({ sid, user }: Session, why: string): Promise<void> {
    await table.remove(keyOf(sid));
    log.info('session ended', { user, outcome: why });
  }

  async function refreshedByRefreshToken(userName: string, token: string): Promise<SessionTokens | null> {
    const of = readRefreshToken(token, await pepper.bytes());
    const tenant = of && (await find(of.sid))?.tenant;
    const found = of && tenant ? await ofPerson(userName, of.sid, tenant) : null;
    if (!of || !found) return null;
    const { session } = found;
    const tokens = of.generation === session.generation ? await rotated(userName, session) : null;
    // Another party has used the token: either a thief or the owner. They cannot be distinguished, so both have to log
    // in again.
    if (tokens === null) await end(session, 'REUSED_REFRESH_TOKEN');
    return tokens;
  }

  /** Once for each access token: those of earlier generations have refreshed already, or their refresh token has. */
  async function refreshedByAccessToken(userName: string, token: string): Promise<SessionTokens | null> {
    const claims = await claimsOf(token);
    if (claims?.sub !== userName) return null;
    const session = (await held(claims))?.session;
    return session !== undefined && session.generation === claims.gen ? rotated(userName, session) : null;
  }

  return {
    /** Starts a session of a member. */
    async open(
      { userName, tenant, era }: Pick<Membership, 'userName' | 'tenant' | 'era'>,
      how: SessionKind,
    ): Promise<SessionTokens> {
      const user = await pepper.digestOf(userName);
      const session: Session = {
        sid: newId(),
        user,
        tenant,
        how,
        generation: 0,
        era,
        createdAt: now(),
        expiresAt: now() + REFRESH_TOKEN_MS,
      };
      await table.put({ ...keyOf(session.sid), ...session }, { when: 'absent' });
      log.info('session opened', { user, how });
      return tokensOf(userName, session);
    },

    /** Starts a guest session, without a write. */
    openGuest: (guest: { userName: string; tenant: string }): Promise<SessionTokens> => guests.open(guest),

    /** The holder of an access token; null unless it is valid and its session is active. */
    async holderOf(accessToken: string): Promise<TokenHolder | null> {
      const claims = await claimsOf(accessToken);
      if (claims === null) return null;
      const role = (await guests.goesOn(claims)) ? 'guest' : (await held(claims))?.role;
      return role === undefined ? null : { tenant: claims.tenant, name: claims.sub, role };
    },

    /**
     * Issues new tokens for valid ones of the same user; the refresh token counts if both are presented. A reused
     * refresh token ends the session.
     */
    async refresh(userName: string, { accessToken, refreshToken }: ShownTokens): Promise<SessionTokens | null> {
      if (refreshToken !== null) return refreshedByRefreshToken(userName, refreshToken);
      return accessToken === null ? null : refreshedByAccessToken(userName, accessToken);
    },

    /** Ends the session of the presented token, including an old refresh token; false if it belongs to none. */
    async end({ accessToken, refreshToken }: ShownTokens): Promise<boolean> {
      const of = refreshToken === null ? null : readRefreshToken(refreshToken, await pepper.bytes());
      const claims = of === null && accessToken !== null ? await claimsOf(accessToken) : null;
      if (claims && (await guests.goesOn(claims))) {
        await guests.end(claims);
        return true;
      }
      const session = of ? await find(of.sid) : (await held(claims, opened))?.session;
      if (session) await end(session, 'LOGOUT');
      return session !== undefined;
    },
  };
}
