/** Maximum tokens of a round that a process keeps; the one that was made first is dropped first. */
const MAX_TOKENS = 2000;

/** Maximum rounds whose tokens a process keeps; the least recently used one is dropped first. */
const MAX_ROUNDS = 20;

/** A round does not log in any more after this many failed logins in a row. */
const MAX_FAILED_LOGINS = 3;

/** A token is not renewed for an endpoint any more after it refused this many fresh tokens in a row. */
const MAX_REFUSED_TOKENS = 3;

/** A token as one login answered it; a renewal makes another one, even of the same text. @internal */
export interface Held {
  readonly token: string;
}

/** How a login ended: with a token, without one, or not begun because sending ends. */
export type LoginEnd = Held | 'failed' | 'stopped';

/** @internal */
export type LogIn = () => Promise<LoginEnd>;

export type Logins = ReturnType<typeof newLogins>;

const rounds = new Map<string, Logins>();

/**
 * The tokens of a round in this process. Workers share them, so that each session, user or run logs in once. They are
 * kept in memory only.
 */
export function loginsOf(round: string): Logins {
  const logins = rounds.get(round) ?? newLogins();
  rounds.delete(round);
  rounds.set(round, logins);
  const [oldest] = rounds.keys();
  if (rounds.size > MAX_ROUNDS && oldest !== undefined) rounds.delete(oldest);
  return logins;
}

/** The tokens of one round, by who they are for. @internal */
export function newLogins() {
  const tokens = new Map<string, Promise<LoginEnd>>();
  const refusals = new Map<string, number>();
  let failedInRow = 0;

  function begin(key: string, logIn: LogIn): Promise<LoginEnd> {
    const login = logIn().then((end) => {
      if (end === 'failed') failedInRow++;
      else if (end !== 'stopped') failedInRow = 0;
      return end;
    });
    tokens.delete(key);
    tokens.set(key, login);
    const [oldest] = tokens.keys();
    if (tokens.size > MAX_TOKENS && oldest !== undefined) tokens.delete(oldest);
    return login;
  }

  /** Waits for the login that is kept or under way, and otherwise begins one: a failed login is tried again. */
  async function get(key: string, logIn: LogIn, used?: Held): Promise<LoginEnd> {
    const known = tokens.get(key);
    const end = await known;
    if (end !== undefined && typeof end !== 'string' && end !== used) return end;
    // Another request may have begun a login while this one waited.
    if (tokens.get(key) !== known) return get(key, logIn, used);
    if (failedInRow >= MAX_FAILED_LOGINS) return 'failed';
    return begin(key, logIn);
  }

  return {
    /** The token for a key; logs in if there is none. */
    token: (key: string, logIn: LogIn) => get(key, logIn),

    /** A token in place of one that the target refused; logs in if no other request has done so. */
    renewed: (key: string, logIn: LogIn, used: Held) => get(key, logIn, used),

    /** Whether a refusal by this endpoint may be answered by a renewal. */
    mayRenew: (operation: string) => (refusals.get(operation) ?? 0) < MAX_REFUSED_TOKENS,

    /** Notes whether an endpoint took a fresh token. */
    noteFresh(operation: string, isRefused: boolean): void {
      if (isRefused) refusals.set(operation, (refusals.get(operation) ?? 0) + 1);
      else refusals.delete(operation);
    },
  };
}
