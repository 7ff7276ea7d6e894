import * as v from 'valibot';
import { bound } from '../../platform/table/bound.ts';
import { partitionOf } from '../../platform/values/families/row-families.ts';
import type { World } from '../../platform/world.ts';
import { ACCESS_TOKEN_MS, type TokenClaims, verifyAccessToken, writeAccessToken } from '../domain/access-token.ts';
import type { Membership } from '../domain/membership.ts';
import { verifyRefreshToken, writeRefreshToken } from '../domain/refresh-token.ts';
import type { Role } from '../domain/roles.ts';
import { mayLogIn } from '../domain/user-name.ts';
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
interface TokenHolder {
  tenant: string;
  name: string;
  role: Role | 'guest';
}

export type SessionStore = ReturnType<typeof sessionStore>;

/** What the store works with. */
interface Sessions extends Pick<World, 'table' | 'log' | 'now' | 'newId'> {
  pepper: LoginPepper;
  signingKeys: SigningKeys;
  config: { loginDomains: readonly string[]; guestLogin: boolean };
  guests: ReturnType<typeof guestSessions>;
}

/**
 * Manages sessions of people (interface 4.8), pk `SYSTEM#SESSION#<sid>`, sk `SESSION`, and of guests
 * (guest-sessions.ts). A session belongs to one tenant. Deleting the row invalidates all tokens of the session; it is
 * also invalid while its user's membership of that tenant is not active or in another era, or their mail domain may not
 * log in.
 */
export function sessionStore(given: Omit<Sessions, 'guests'>) {
  const sessions = { ...given, guests: guestSessions(given) };
  return bound(sessions, { open, openGuest, holderOf, refresh, end });
}

const keyOf = (sid: string) => ({ pk: partitionOf('sessions', sid), sk: 'SESSION' });

async function find(sessions: Sessions, sid: string): Promise<Session | undefined> {
  const row = await sessions.table.get(keyOf(sid));
  return row && v.parse(Session, row);
}

async function tokensOf(
  sessions: Sessions,
  userName: string,
  { sid, tenant, generation }: Session,
): Promise<SessionTokens> {
  const access = await writeAccessToken(
    { sub: userName, tenant, sid, jti: sessions.newId(), gen: generation },
    { ...(await sessions.signingKeys.signing()), now: sessions.now(), lifeMs: ACCESS_TOKEN_MS },
  );
  return { ...access, refreshToken: writeRefreshToken({ sid, generation }, await sessions.pepper.bytes()) };
}

const claimsOf = async (sessions: Sessions, accessToken: string): Promise<TokenClaims | null> =>
  verifyAccessToken(accessToken, { keyOf: await sessions.signingKeys.verifying(), now: sessions.now() });

/**
 * The session of a person with their current role in its tenant; null unless it is theirs and active, or if their
 * domain may no longer log in.
 */
const ofPerson = async (sessions: Sessions, userName: string, sid: string, tenant: string) =>
  mayLogIn(userName, sessions.config.loginDomains) ? opened(sessions, userName, sid, tenant) : null;

/** Like `ofPerson`, for any domain: everyone may log out. */
async function opened(
  sessions: Sessions,
  userName: string,
  sid: string,
  tenant: string,
): Promise<{ session: Session; role: Role } | null> {
  const digest = await sessions.pepper.digestOf(userName);
  const [row, member, person] = await sessions.table.batchGet([
    keyOf(sid),
    memberKey(digest, tenant),
    personKey(digest),
  ]);
  const session = row && v.parse(Session, row);
  if (!session || session.user !== digest || session.tenant !== tenant) return null;
  const membership = membershipOf({ member, person }, { tenant, userName });
  return membership?.state === 'active' && membership.era === session.era ? { session, role: membership.role } : null;
}

/** The session of a person's valid access token; null if either has expired. */
const held = async (sessions: Sessions, claims: TokenClaims | null, found = ofPerson) =>
  claims && (await found(sessions, claims.sub, claims.sid, claims.tenant));

/** Creates the next generation of tokens; null if the session has ended or another request has just done so. */
async function rotated(sessions: Sessions, userName: string, session: Session): Promise<SessionTokens | null> {
  const next = { generation: session.generation + 1, expiresAt: sessions.now() + REFRESH_TOKEN_MS };
  const isMine = await sessions.table.update(keyOf(session.sid), next, {
    when: { generation: { equals: session.generation } },
  });
  return isMine ? tokensOf(sessions, userName, { ...session, ...next }) : null;
}

async function endSession(sessions: Sessions, { sid, user }: Session, why: string): Promise<void> {
  await sessions.table.remove(keyOf(sid));
  sessions.log.info('session ended', { user, outcome: why });
}

async function refreshedByRefreshToken(
  sessions: Sessions,
  userName: string,
  token: string,
): Promise<SessionTokens | null> {
  const of = verifyRefreshToken(token, await sessions.pepper.bytes());
  const tenant = of && (await find(sessions, of.sid))?.tenant;
  const found = of && tenant ? await ofPerson(sessions, userName, of.sid, tenant) : null;
  if (!of || !found) return null;
  const { session } = found;
  const tokens = of.generation === session.generation ? await rotated(sessions, userName, session) : null;
  // Another party has used the token: either a thief or the owner. They cannot be distinguished, so both have to log
  // in again.
  if (tokens === null) await endSession(sessions, session, 'REUSED_REFRESH_TOKEN');
  return tokens;
}

/** Once for each access token: those of earlier generations have refreshed already, or their refresh token has. */
async function refreshedByAccessToken(
  sessions: Sessions,
  userName: string,
  token: string,
): Promise<SessionTokens | null> {
  const claims = await claimsOf(sessions, token);
  if (claims?.sub !== userName) return null;
  const session = (await held(sessions, claims))?.session;
  return session !== undefined && session.generation === claims.gen ? rotated(sessions, userName, session) : null;
}

/** Starts a session of a member. */
async function open(
  sessions: Sessions,
  { userName, tenant, era }: Pick<Membership, 'userName' | 'tenant' | 'era'>,
  how: SessionKind,
): Promise<SessionTokens> {
  const user = await sessions.pepper.digestOf(userName);
  const session: Session = {
    sid: sessions.newId(),
    user,
    tenant,
    how,
    generation: 0,
    era,
    createdAt: sessions.now(),
    expiresAt: sessions.now() + REFRESH_TOKEN_MS,
  };
  await sessions.table.put({ ...keyOf(session.sid), ...session }, { when: 'absent' });
  sessions.log.info('session opened', { user, how });
  return tokensOf(sessions, userName, session);
}

/** Starts a guest session, without a write. */
const openGuest = (sessions: Sessions, guest: { userName: string; tenant: string }): Promise<SessionTokens> =>
  sessions.guests.open(guest);

/** The holder of an access token; null unless it is valid and its session is active. */
async function holderOf(sessions: Sessions, accessToken: string): Promise<TokenHolder | null> {
  const claims = await claimsOf(sessions, accessToken);
  if (claims === null) return null;
  const role = (await sessions.guests.goesOn(claims)) ? 'guest' : (await held(sessions, claims))?.role;
  return role === undefined ? null : { tenant: claims.tenant, name: claims.sub, role };
}

/**
 * Issues new tokens for valid ones of the same user; the refresh token counts if both are presented. A reused
 * refresh token ends the session.
 */
async function refresh(
  sessions: Sessions,
  userName: string,
  { accessToken, refreshToken }: ShownTokens,
): Promise<SessionTokens | null> {
  if (refreshToken !== null) return refreshedByRefreshToken(sessions, userName, refreshToken);
  return accessToken === null ? null : refreshedByAccessToken(sessions, userName, accessToken);
}

/** Ends the session of the presented token, including an old refresh token; false if it belongs to none. */
async function end(sessions: Sessions, { accessToken, refreshToken }: ShownTokens): Promise<boolean> {
  const of = refreshToken === null ? null : verifyRefreshToken(refreshToken, await sessions.pepper.bytes());
  const claims = of === null && accessToken !== null ? await claimsOf(sessions, accessToken) : null;
  if (claims && (await sessions.guests.goesOn(claims))) {
    await sessions.guests.end(claims);
    return true;
  }
  const session = of ? await find(sessions, of.sid) : (await held(sessions, claims, opened))?.session;
  if (session) await endSession(sessions, session, 'LOGOUT');
  return session !== undefined;
}
