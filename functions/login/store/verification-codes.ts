import * as v from 'valibot';
import { CONFLICT, retryOnConflict } from '../../platform/table/retry-on-conflict.ts';
import type { World } from '../../platform/world.ts';
import { CODE_LOGIN_KEPT_MS, CodeLogin, NO_CODE, withCode, withSuccess, withTry } from '../domain/code-login.ts';
import { codeHash, codeOf, isSameHash } from '../domain/verification-code.ts';
import type { LoginPepper } from './login-pepper.ts';

const Row = v.object({ ...CodeLogin.entries, version: v.number() });
type Row = v.InferOutput<typeof Row>;

const RETRY = { subject: 'the code' };

export type VerificationCodes = ReturnType<typeof verificationCodes>;

/**
 * Manages mailed codes and their limits (interface 4.8): one row per user, pk `SYSTEM#USER#<digest>`, sk `CODE`,
 * updated by version.
 */
export function verificationCodes({
  table,
  now,
  newId,
  pepper,
}: Pick<World, 'table' | 'now' | 'newId'> & { pepper: LoginPepper }) {
  const keyOf = (user: string) => ({ pk: `SYSTEM#USER#${user}`, sk: 'CODE' });

  async function find(user: string): Promise<Row> {
    const row = await table.get(keyOf(user));
    return row ? v.parse(Row, row) : { ...NO_CODE, version: 0 };
  }

  /** The stored row; null if another request changed it since it was read. */
  async function write(user: string, { version }: Row, state: CodeLogin): Promise<Row | null> {
    const row = { ...state, version: version + 1 };
    const item = { ...keyOf(user), ...row, expiresAt: now() + CODE_LOGIN_KEPT_MS };
    const isMine = await table.put(item, { when: version === 0 ? 'absent' : { version: { equals: version } } });
    return isMine ? row : null;
  }

  return {
    /** Creates a code that replaces the previous one; null beyond the limit. A repeated request counts once. */
    async make(userName: string, requestId: string): Promise<string | null> {
      const [user, secret] = [await pepper.digestOf(userName), await pepper.bytes()];
      const [code, nonce] = [codeOf(newId()), newId()];
      const made = { requestId, nonce, hash: codeHash(secret, user, nonce, code) };
      return retryOnConflict(async () => {
        const row = await find(user);
        const next = withCode(row, made, now());
        if (next === null) return null;
        return (await write(user, row, next)) ? code : CONFLICT;
      }, RETRY);
    },

    /**
     * Whether this is the user's code, which is then used up. A try is counted before the comparison, so that
     * concurrent guesses count like sequential ones, and only one of two correct ones succeeds.
     */
    async redeem(userName: string, code: string): Promise<boolean> {
      const [user, secret] = [await pepper.digestOf(userName), await pepper.bytes()];
      const triedAt = now();
      const tried = await retryOnConflict(async () => {
        const before = await find(user);
        const next = withTry(before, triedAt);
        if (next === null) return null;
        return (await write(user, before, next)) ?? CONFLICT;
      }, RETRY);
      const of = tried?.code;
      if (!tried || !of || !isSameHash(of.hash, codeHash(secret, user, of.nonce, code))) return false;
      let row = tried;
      return retryOnConflict(async () => {
        const used = withSuccess(row, of.nonce, triedAt);
        if (used === null) return false;
        if (await write(user, row, used)) return true;
        row = await find(user);
        return CONFLICT;
      }, RETRY);
    },
  };
}
