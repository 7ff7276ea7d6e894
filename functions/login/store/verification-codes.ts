import * as v from 'valibot';
import type { World } from '../../platform/world.ts';
import { CODE_LOGIN_KEPT_MS, CodeLogin, NO_CODE, withCode, withSuccess, withTry } from '../domain/code-login.ts';
import { codeHash, codeOf, isSameHash } from '../domain/verification-code.ts';
import type { LoginPepper } from './login-pepper.ts';

const Row = v.object({ ...CodeLogin.entries, version: v.number() });
type Row = v.InferOutput<typeof Row>;

export type VerificationCodes = ReturnType<typeof verificationCodes>;

/** Codes by mail and their limits (interface 4.8): one row per user, pk `SYSTEM#USER#<digest>`, sk `CODE`, changed by its version. */
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

  /** The row as it is stored; null where another has changed it since it was read. */
  async function write(user: string, { version }: Row, state: CodeLogin): Promise<Row | null> {
    const row = { ...state, version: version + 1 };
    const item = { ...keyOf(user), ...row, expiresAt: now() + CODE_LOGIN_KEPT_MS };
    const isMine = await table.put(item, { when: version === 0 ? 'absent' : { version: { equals: version } } });
    return isMine ? row : null;
  }

  return {
    /** A new code, which takes the place of the one before; null beyond the limit. A request that comes twice counts once. */
    async make(userName: string, requestId: string): Promise<string | null> {
      const [user, secret] = [await pepper.digestOf(userName), await pepper.bytes()];
      const [code, nonce] = [codeOf(newId()), newId()];
      const made = { requestId, nonce, hash: codeHash(secret, user, nonce, code) };
      for (;;) {
        const row = await find(user);
        const next = withCode(row, made, now());
        if (next === null) return null;
        if (await write(user, row, next)) return code;
      }
    },

    /**
     * Whether this is the user's code; then it is used. A try is counted before anything is compared, so that guesses side by side are
     * as many as guesses one by one, and of two right ones one wins.
     */
    async redeem(userName: string, code: string): Promise<boolean> {
      const [user, secret] = [await pepper.digestOf(userName), await pepper.bytes()];
      let row: Row | null = null;
      let tried: ReturnType<typeof withTry> = null;
      const triedAt = now();
      while (row === null) {
        const before = await find(user);
        tried = withTry(before, triedAt);
        if (tried === null) return false;
        row = await write(user, before, tried);
      }
      const of = tried?.code;
      if (of === undefined || !isSameHash(of.hash, codeHash(secret, user, of.nonce, code))) return false;
      for (;;) {
        const used = withSuccess(row, of.nonce, triedAt);
        if (used === null) return false;
        if (await write(user, row, used)) return true;
        row = await find(user);
      }
    },
  };
}
