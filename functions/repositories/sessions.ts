import * as v from 'valibot';
import { ACCESS_TOKEN_MS, GUEST_TOKEN_MS, readAccessToken, writeAccessToken } from '../domain/login/access-token.ts';
import { readRefreshToken, writeRefreshToken } from '../domain/login/refresh-token.ts';
import type { Role } from '../domain/login/roles.ts';
import type { World } from '../world.ts';
import type { LoginPepper } from './login-pepper.ts';
import type { SigningKeys } from './signing-keys.ts';
import { userKey, userOf } from './users.ts';

/** A refresh token, and with it the session, lasts so long from its last use (interface 4.8). */
const REFRESH_TOKEN_MS = 30 * 86_400_000;

const Session = v.object({
  sid: v.string(),
  /** Digest of the user's name. */
  user: v.string(),
  tenant: v.string(),
  how: v.picklist(['code', 'guest', 'oauth']),
  /** Which of its refresh tokens holds: each use makes the next one. */
  generation: v.number(),
  createdAt: v.number(),
  expiresAt: v.number(),
});
type Session = v.InferOutput<typeof Session>;

/** How somebody came in. */
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

/** Sessions of people and guests (interface 4.8): pk `SYSTEM#SESSION#<sid>`, sk `SESSION`. Whoever removes the row ends every token of it. */
export function sessionsRepository({
  table,
  log,
  now,
  newId,
  pepper,
  signingKeys,
}: Pick<World, 'table' | 'log' | 'now' | 'newId'> & { pepper: LoginPepper; signingKeys: SigningKeys }) {
  const keyOf = (sid: string) => ({ pk: `SYSTEM#SESSION#${sid}`, sk: 'SESSION' });

  async function find(sid: string): Promise<Session | undefined> {
    const row = await table.get(keyOf(sid));
    return row && v.parse(Session, row);
  }

  async function tokensOf(userName: string, { sid, tenant, how, generation }: Session): Promise<SessionTokens> {
    const isGuest = how === 'guest';
    const access = await writeAccessToken(
      { sub: userName, tenant, sid, jti: newId() },
      { ...(await signingKeys.signing()), now: now(), lifeMs: isGuest ? GUEST_TOKEN_MS : ACCESS_TOKEN_MS },
    );
    return { ...access, refreshToken: isGuest ? null : writeRefreshToken({ sid, generation }, await pepper.bytes()) };
  }

  /** The session of an access token in force and who holds it; null where either has gone. */
  async function held(accessToken: string): Promise<{ session: Session; holder: TokenHolder } | null> {
    const claims = await readAccessToken(accessToken, { keyOf: await signingKeys.verifying(), now: now() });
    if (claims === null) return null;
    const digest = await pepper.digestOf(claims.sub);
    const [row, userRow] = await table.batchGet([keyOf(claims.sid), userKey(digest)]);
    const session = row && v.parse(Session, row);
    if (session === undefined || session.user !== digest || session.tenant !== claims.tenant) return null;
    const user = userRow && userOf(userRow);
    const role = session.how === 'guest' ? 'guest' : user?.tenant === session.tenant ? user.role : undefined;
    return role === undefined ? null : { session, holder: { tenant: session.tenant, name: claims.sub, role } };
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
    const session = of ? await find(of.sid) : undefined;
    if (!of || !session || session.user !== (await pepper.digestOf(userName))) return null;
    const tokens = of.generation === session.generation ? await rotated(userName, session) : null;
    // Somebody else has used it: a thief, or the one who was robbed. Nobody can tell, so that both have to log in again.
    if (tokens === null) await end(session, 'REUSED_REFRESH_TOKEN');
    return tokens;
  }

  async function refreshedByAccessToken(userName: string, token: string): Promise<SessionTokens | null> {
    for (;;) {
      const found = await held(token);
      if (found === null || found.holder.role === 'guest' || found.holder.name !== userName) return null;
      const tokens = await rotated(userName, found.session);
      if (tokens) return tokens;
    }
  }

  return {
    /** Begins a session. */
    async open({ userName, tenant }: { userName: string; tenant: string }, how: SessionKind): Promise<SessionTokens> {
      const user = await pepper.digestOf(userName);
      const session: Session = {
        ...{ sid: newId(), user, tenant, how, generation: 0, createdAt: now() },
        expiresAt: now() + (how === 'guest' ? GUEST_TOKEN_MS : REFRESH_TOKEN_MS),
      };
      await table.put({ ...keyOf(session.sid), ...session }, { when: 'absent' });
      log.info('session opened', { user, how });
      return tokensOf(userName, session);
    },

    /** Who holds an access token; null unless it is in force and its session has not ended. */
    async holderOf(accessToken: string): Promise<TokenHolder | null> {
      return (await held(accessToken))?.holder ?? null;
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
      const session = of ? await find(of.sid) : accessToken ? (await held(accessToken))?.session : undefined;
      if (session) await end(session, 'LOGOUT');
      return session !== undefined;
    },
  };
}
