import * as v from 'valibot';

/**
 * Limits of interface 4.8: 10 minutes, 5 tries, 5 codes an hour, 20 wrong tries a day. At most 20 of the 1,000,000
 * codes are tried a day, so a guess succeeds with a chance of 2 in 100,000 a day, from however many sources
 * (docs/login.md#codes).
 */
export const CODE_LIFE_MS = 600_000;
const MAX_TRIES = 5;
const MAX_CODES = 5;
const CODES_MS = 3_600_000;
const MAX_WRONG_TRIES = 20;
const WRONG_MS = 86_400_000;
/** What one source may take of these limits, so that it leaves something to the others. */
const MAX_CODES_OF_SOURCE = 3;
const MAX_WRONG_TRIES_OF_SOURCE = 10;

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

/** Something that a source did; `source` is its digest. */
const BySource = v.object({ source: v.string(), at: v.number() });
type BySource = v.InferOutput<typeof BySource>;

/** The state of one user's codes; times in epoch ms. */
export const CodeLogin = v.object({
  /** The latest code; null if it was used, or there was none. */
  code: v.nullable(Code),
  /** Creation times of the last hour's codes. */
  codes: v.array(v.number()),
  /** Times of the last day's wrong tries. */
  wrong: v.array(v.number()),
  /** The sources of these codes and tries, where they are limited one by one. */
  codesBy: v.optional(v.array(BySource), []),
  wrongBy: v.optional(v.array(BySource), []),
});
export type CodeLogin = v.InferOutput<typeof CodeLogin>;

export const NO_CODE: CodeLogin = { code: null, codes: [], wrong: [], codesBy: [], wrongBy: [] };

type NewCode = Pick<v.InferOutput<typeof Code>, 'requestId' | 'nonce' | 'hash'>;

/**
 * Returns the state with a new code that replaces the previous one; null beyond the hourly limit, or if no try is left
 * today, of all sources or of this one. A repeated request does not count against the limit. `source`: null where
 * sources are not limited one by one.
 */
export function withCode(state: CodeLogin, code: NewCode, now: number, source: string | null = null): CodeLogin | null {
  const codes = since(state.codes, now - CODES_MS);
  const wrong = since(state.wrong, now - WRONG_MS);
  const codesBy = state.codesBy.filter(({ at }) => at > now - CODES_MS);
  const wrongBy = state.wrongBy.filter(({ at }) => at > now - WRONG_MS);
  const isAgain = state.code?.requestId === code.requestId;
  if (wrong.length >= MAX_WRONG_TRIES || countOf(wrongBy, source) >= MAX_WRONG_TRIES_OF_SOURCE) return null;
  if (!isAgain && (codes.length >= MAX_CODES || countOf(codesBy, source) >= MAX_CODES_OF_SOURCE)) return null;
  return {
    code: { ...code, expiresAt: now + CODE_LIFE_MS, tries: 0 },
    codes: isAgain ? codes : [...codes, now],
    codesBy: isAgain || source === null ? codesBy : [...codesBy, { source, at: now }],
    wrong,
    wrongBy,
  };
}

/** Returns the state with one more try, which counts as wrong until it succeeds; null if no try is allowed. */
export function withTry(
  state: CodeLogin,
  now: number,
  source: string | null = null,
): (CodeLogin & { code: NonNullable<CodeLogin['code']> }) | null {
  const { code } = state;
  const wrong = since(state.wrong, now - WRONG_MS);
  const wrongBy = state.wrongBy.filter(({ at }) => at > now - WRONG_MS);
  if (code === null || now >= code.expiresAt || code.tries >= MAX_TRIES) return null;
  if (wrong.length >= MAX_WRONG_TRIES || countOf(wrongBy, source) >= MAX_WRONG_TRIES_OF_SOURCE) return null;
  return {
    ...state,
    code: { ...code, tries: code.tries + 1 },
    wrong: [...wrong, now],
    wrongBy: source === null ? wrongBy : [...wrongBy, { source, at: now }],
  };
}

/**
 * Returns the state after the try of `triedAt` succeeded: the code is used; null if it was used or replaced in the
 * meantime.
 */
export function withSuccess(
  state: CodeLogin,
  nonce: string,
  triedAt: number,
  source: string | null = null,
): CodeLogin | null {
  if (state.code?.nonce !== nonce) return null;
  const tried = state.wrongBy.findIndex((one) => one.source === source && one.at === triedAt);
  return {
    ...state,
    code: null,
    wrong: state.wrong.toSpliced(state.wrong.indexOf(triedAt), 1),
    wrongBy: tried < 0 ? state.wrongBy : state.wrongBy.toSpliced(tried, 1),
  };
}

const countOf = (done: readonly BySource[], source: string | null): number =>
  source === null ? 0 : done.filter((one) => one.source === source).length;

/** Times after `from`. */
const since = (times: readonly number[], from: number) => times.filter((time) => time > from);
