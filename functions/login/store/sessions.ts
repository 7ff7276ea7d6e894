import * as v from 'valibot';
import type { World } from '../../platform/world.ts';
import { ACCESS_TOKEN_MS, readAccessToken, type TokenClaims, writeAccessToken } from '../domain/access-token.ts';
import { mayLogIn } from '../domain/login-domains.ts';
import { readRefreshToken, writeRefreshToken } from '../domain/refresh-token.ts';
import type { Role } from '../domain/roles.ts';
import { guestSessions } from './guest-sessions.ts';
import type { LoginPepper } from './login-pepper.ts';
import type { SigningKeys } from './signing-keys.ts';
import { type User, userKey, userOf } from './users.ts';

/** A refresh token, and with it the session, lasts so long from its last use (interface 4.8). */
const REFRESH_TOKEN_MS = 30 * 86_400_000;

const Session = v.object({
  sid: v.string(),
  /** Digest of the user's name. */
  user: v.string(),
  tenant: v.string(),
  how: v.picklist(['code', 'oauth']),
  /** Which of its refresh tokens holds: each use makes the next one. */
  generation: v.number(),
  /** The era that the user was in when it began: an admin begins another one to end it. */
  era: v.optional(v.string(), ''),
  createdAt: v.number(),
  expiresAt: v.number(),
});
type Session = v.InferOutput<typeof Session>;

/** How a person came in. */
export type SessionKind = Session['how'];

/** The tokens of a session (interface 4.8). */
export interface SessionTokens {
  accessToken: string;
  /** Null for a guest, who comes in again instead. */
  refreshToken: string | null;
  /** End of the access token, epoch ms. */
  expiresAt: number;
}

/** What a caller shows of a session: the headers of interface 4.8. */
export interface ShownTokens {
  accessToken: string | null;
  refreshToken: string | null;
}

/** Who holds an access token. */
export interface TokenHolder {
  tenant: string;
  name: string;
  role: Role | 'guest';
}

/**
 * Sessions of people (interface 4.8), pk `SYSTEM#SESSION#<sid>`, sk `SESSION`, and of guests (guest-sessions.ts). Whoever removes the row
 * ends every token of it; it holds nothing while its user is in another era, or his mail domain may not log in.
 */
export function sessionsRepository({
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
      { sub: userName, tenant, sid, jti: newId() },
      { ...(await signingKeys.signing()), now: now(), lifeMs: ACCESS_TOKEN_MS },
    );
    return { ...access, refreshToken: writeRefreshToken({ sid, generation }, await pepper.bytes()) };
  }

  const claimsOf = async (accessToken: string): Promise<TokenClaims | null> =>
    readAccessToken(accessToken, { keyOf: await signingKeys.verifying(), now: now() });

  /** The session of a person, with the role that he has now; null unless it is his and goes on, or his domain may not log in any more. */
  const ofPerson = async (userName: string, sid: string) =>
    mayLogIn(userName, config.loginDomains) ? opened(userName, sid) : null;

  /** The same, whatever his domain: he may log out. */
  async function opened(userName: string, sid: string): Promise<{ session: Session; role: Role } | null> {
    const digest = await pepper.digestOf(userName);
    const [row, userRow] = await table.batchGet([keyOf(sid), userKey(digest)]);
    const session = row && v.parse(Session, row);
    if (!session || !userRow || session.user !== digest) return null;
    const { tenant, era, role } = userOf(userRow);
    return session.tenant === tenant && session.era === era ? { session, role } : null;
  }

  /** The session of a person's access token in force; null where either has gone. */
  async function held(claims: TokenClaims | null, find = ofPerson): Promise<{ session: Session; role: Role } | null> {
    const found = claims && (await find(claims.sub, claims.sid));
    return found && found.session.tenant === claims.tenant ? found : null;
  }

  /** Makes the next generation of tokens; null where the session has ended or another has just done so. */
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
    const found = of && (await ofPerson(userName, of.sid));
    if (!found) return null;
    const { session } = found;
    const tokens = of.generation === session.generation ? await rotated(userName, session) : null;
    // Somebody else has used it: a thief, or the one who was robbed. Nobody can tell, so that both have to log in again.
    if (tokens === null) await end(session, 'REUSED_REFRESH_TOKEN');
    return tokens;
  }

  async function refreshedByAccessToken(userName: string, token: string): Promise<SessionTokens | null> {
    const claims = await claimsOf(token);
    if (claims?.sub !== userName) return null;
    for (;;) {
      const found = await held(claims);
      if (found === null) return null;
      const tokens = await rotated(userName, found.session);
      if (tokens) return tokens;
    }
  }

  return {
    /** Begins a session of a person. */
    async open({ userName, tenant, era }: User, how: SessionKind): Promise<SessionTokens> {
      const user = await pepper.digestOf(userName);
      const session: Session = {
        ...{ sid: newId(), user, tenant, how, generation: 0, era, createdAt: now() },
        expiresAt: now() + REFRESH_TOKEN_MS,
      };
      await table.put({ ...keyOf(session.sid), ...session }, { when: 'absent' });
      log.info('session opened', { user, how });
      return tokensOf(userName, session);
    },

    /** Begins a session of a guest: it writes nothing. */
    openGuest: (guest: { userName: string; tenant: string }): Promise<SessionTokens> => guests.open(guest),

    /** Who holds an access token; null unless it is in force and its session has not ended. */
    async holderOf(accessToken: string): Promise<TokenHolder | null> {
      const claims = await claimsOf(accessToken);
      if (claims === null) return null;
      const role = (await guests.goesOn(claims)) ? 'guest' : (await held(claims))?.role;
      return role === undefined ? null : { tenant: claims.tenant, name: claims.sub, role };
    },

    /**
     * New tokens for whoever shows good ones of the same user; the refresh token where both are shown. A refresh token that was used
     * before ends the session.
     */
    async refresh(userName: string, { accessToken, refreshToken }: ShownTokens): Promise<SessionTokens | null> {
      if (refreshToken !== null) return refreshedByRefreshToken(userName, refreshToken);
      return accessToken === null ? null : refreshedByAccessToken(userName, accessToken);
    },

    /** Ends the session of the shown token, an old refresh token too; false where it is of none. */
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
