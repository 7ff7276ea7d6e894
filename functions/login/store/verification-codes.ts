import * as v from 'valibot';
import { CONFLICT, retryOnConflict } from '../../platform/table/retry-on-conflict.ts';
import { partitionOf } from '../../platform/values/families/row-families.ts';
import type { World } from '../../platform/world.ts';
import { CODE_LOGIN_KEPT_MS, CodeLogin, NO_CODE, withCode, withSuccess, withTry } from '../domain/code-login.ts';
import { codeHash, codeOf, isSameHash } from '../domain/verification-code.ts';
import type { LoginPepper } from './login-pepper.ts';

const Row = v.object({ ...CodeLogin.entries, version: v.number() });
type Row = v.InferOutput<typeof Row>;

const RETRY = { subject: 'the code' };

/** How long a source from which a user logged in is known, after the last use of its limits. */
const KNOWN_MS = 90 * 86_400_000;
const SHARED = 'CODE';

/** Limits that some sources of a user share: those of one known source (its digest), or of all others (null). */
interface Limits {
  sk: string;
  known: boolean;
  /** The source that is limited within them. */
  source: string | null;
}

const knownAs = (source: string) => `${SHARED}#${source}`;

export type VerificationCodes = ReturnType<typeof verificationCodes>;

/**
 * Manages mailed codes and their limits (interface 4.8), pk `SYSTEM#USER#<digest>`, updated by version: row `CODE` for
 * all sources that the user never logged in from, and row `CODE#<digest of the source>` for each that the user did,
 * with codes and limits of its own. So other people, from any number of sources, use up nothing of a source that is
 * known. Sources are passed as `source-of.ts` returns them; null if the host does not provide one.
 */
export function verificationCodes({
  table,
  now,
  newId,
  pepper,
}: Pick<World, 'table' | 'now' | 'newId'> & { pepper: LoginPepper }) {
  const { limitsOf, find, write } = limitRows(table, now);

  return {
    /** Creates a code that replaces the previous one; null beyond the limit. A repeated request counts once. */
    async make(userName: string, requestId: string, from: string | null = null): Promise<string | null> {
      const [user, secret] = [await pepper.digestOf(userName), await pepper.bytes()];
      const limits = await limitsOf(user, from && (await pepper.digestOf(from)));
      const [code, nonce] = [codeOf(newId()), newId()];
      const made = { requestId, nonce, hash: codeHash(secret, user, nonce, code) };
      return retryOnConflict(async () => {
        const row = await find(user, limits);
        const next = withCode(row, made, now(), limits.source);
        if (next === null) return null;
        return (await write(user, limits, row, next)) ? code : CONFLICT;
      }, RETRY);
    },

    /**
     * Whether this is the user's code, which is then used up; the source is known from then on. A try is counted before
     * the comparison, so that concurrent guesses count like sequential ones, and only one of two correct ones succeeds.
     */
    async redeem(userName: string, code: string, from: string | null = null): Promise<boolean> {
      const [user, secret] = [await pepper.digestOf(userName), await pepper.bytes()];
      const source = from && (await pepper.digestOf(from));
      const limits = await limitsOf(user, source);
      const triedAt = now();
      const tried = await retryOnConflict(async () => {
        const before = await find(user, limits);
        const next = withTry(before, triedAt, limits.source);
        if (next === null) return null;
        return (await write(user, limits, before, next)) ?? CONFLICT;
      }, RETRY);
      const of = tried?.code;
      if (!tried || !of || !isSameHash(of.hash, codeHash(secret, user, of.nonce, code))) return false;
      let row = tried;
      const isRight = await retryOnConflict(async () => {
        const used = withSuccess(row, of.nonce, triedAt, limits.source);
        if (used === null) return false;
        if (await write(user, limits, row, used)) return true;
        row = await find(user, limits);
        return CONFLICT;
      }, RETRY);
      if (isRight && source !== null && !limits.known) {
        const known = { sk: knownAs(source), known: true, source: null };
        await write(user, known, { ...NO_CODE, version: 0 }, NO_CODE);
      }
      return isRight;
    },
  };
}

/** The rows of codes and their limits. */
function limitRows(table: World['table'], now: () => number) {
  const keyOf = (user: string, { sk }: Pick<Limits, 'sk'>) => ({ pk: partitionOf('users', user), sk });

  async function limitsOf(user: string, source: string | null): Promise<Limits> {
    if (source === null) return { sk: SHARED, known: false, source };
    const own = { sk: knownAs(source), known: true, source: null };
    return (await table.get(keyOf(user, own))) ? own : { sk: SHARED, known: false, source };
  }

  async function find(user: string, limits: Limits): Promise<Row> {
    const row = await table.get(keyOf(user, limits));
    return row ? v.parse(Row, row) : { ...NO_CODE, version: 0 };
  }

  /** The stored row; null if another request changed it since it was read. */
  async function write(user: string, limits: Limits, { version }: Row, state: CodeLogin): Promise<Row | null> {
    const row = { ...state, version: version + 1 };
    const expiresAt = now() + (limits.known ? KNOWN_MS : CODE_LOGIN_KEPT_MS);
    const item = { ...keyOf(user, limits), ...row, expiresAt };
    const isMine = await table.put(item, { when: version === 0 ? 'absent' : { version: { equals: version } } });
    return isMine ? row : null;
  }

  return { limitsOf, find, write };
}
