import * as v from 'valibot';

/** Limits of interface 4.8: 10 minutes, 5 tries, 5 codes an hour, 20 wrong tries a day. */
export const CODE_LIFE_MS = 600_000;
const MAX_TRIES = 5;
const MAX_CODES = 5;
const CODES_MS = 3_600_000;
const MAX_WRONG_TRIES = 20;
const WRONG_MS = 86_400_000;

/** How long a row must be kept to enforce its limits. */
export const CODE_LOGIN_KEPT_MS = WRONG_MS;

const Code = v.object({
  /** The request that the code was created for. */
  requestId: v.string(),
  nonce: v.string(),
  hash: v.string(),
  expiresAt: v.number(),
  tries: v.number(),
});

/** The state of one user's codes; times in epoch ms. */
export const CodeLogin = v.object({
  /** The latest code; null if it was used, or there was none. */
  code: v.nullable(Code),
  /** Creation times of the last hour's codes. */
  codes: v.array(v.number()),
  /** Times of the last day's wrong tries. */
  wrong: v.array(v.number()),
});
export type CodeLogin = v.InferOutput<typeof CodeLogin>;

export const NO_CODE: CodeLogin = { code: null, codes: [], wrong: [] };

type NewCode = Pick<v.InferOutput<typeof Code>, 'requestId' | 'nonce' | 'hash'>;

/**
 * Returns the state with a new code that replaces the previous one; null beyond the hourly limit, or if no try is left
 * today. A repeated request does not count against the limit.
 */
export function withCode(state: CodeLogin, code: NewCode, now: number): CodeLogin | null {
  const codes = since(state.codes, now - CODES_MS);
  const wrong = since(state.wrong, now - WRONG_MS);
  const isAgain = state.code?.requestId === code.requestId;
  if (wrong.length >= MAX_WRONG_TRIES || (!isAgain && codes.length >= MAX_CODES)) return null;
  return {
    code: { ...code, expiresAt: now + CODE_LIFE_MS, tries: 0 },
    codes: isAgain ? codes : [...codes, now],
    wrong,
  };
}

/** Returns the state with one more try, which counts as wrong until it succeeds; null if no try is allowed. */
export function withTry(state: CodeLogin, now: number): (CodeLogin & { code: NonNullable<CodeLogin['code']> }) | null {
  const { code } = state;
  const wrong = since(state.wrong, now - WRONG_MS);
  if (code === null || now >= code.expiresAt || code.tries >= MAX_TRIES || wrong.length >= MAX_WRONG_TRIES) return null;
  return { ...state, code: { ...code, tries: code.tries + 1 }, wrong: [...wrong, now] };
}

/**
 * Returns the state after the try of `triedAt` succeeded: the code is used; null if it was used or replaced in the
 * meantime.
 */
export function withSuccess(state: CodeLogin, nonce: string, triedAt: number): CodeLogin | null {
  if (state.code?.nonce !== nonce) return null;
  return { ...state, code: null, wrong: state.wrong.toSpliced(state.wrong.indexOf(triedAt), 1) };
}

/** Times after `from`. */
const since = (times: readonly number[], from: number) => times.filter((time) => time > from);
