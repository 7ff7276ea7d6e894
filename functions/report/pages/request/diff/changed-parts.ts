import { commonSubsequence } from '../../../../compare/domain/arrays/common-subsequence.ts';

/** A piece of a line; `isChanged`: the other side has something else in its place. */
export interface LinePart {
  text: string;
  isChanged: boolean;
}

/** More changed pieces than this read worse than one. */
const MAX_CHANGED_PARTS = 8;
/** Maximum words compared on one side. */
const MAX_TOKENS = 200;

/** Words; long ones in pieces. */
const TOKEN = /[\p{L}\p{N}_]{1,20}|\s+|./gsu;
const WORD = /[\p{L}\p{N}_]/u;

/**
 * The words in which two lines differ, on each side. Separators between two changed words belong to the change. Both
 * are one piece if little is common.
 */
export function changedParts(recorded: string, replayed: string): [LinePart[], LinePart[]] {
  const [a, b] = [tokensOf(recorded), tokensOf(replayed)];
  if (a.length > MAX_TOKENS || b.length > MAX_TOKENS) return byEnds(a, b);
  const numbers = new Map<string, number>();
  const numberOf = (token: string) => {
    const known = numbers.get(token) ?? numbers.size;
    numbers.set(token, known);
    return known;
  };
  const pairs = commonSubsequence(a.map(numberOf), b.map(numberOf), 0, a.length, b.length);
  const sides = [partsOf(a, new Set(pairs.map(([i]) => i))), partsOf(b, new Set(pairs.map(([, j]) => j)))] as const;
  const isBroken = sides.some((parts) => parts.filter(({ isChanged }) => isChanged).length > MAX_CHANGED_PARTS);
  return isBroken ? byEnds(a, b) : [...sides];
}

const tokensOf = (text: string): string[] => text.match(TOKEN) ?? [];

/** Pieces of one side; `common`: the tokens that the other side has too. */
function partsOf(tokens: readonly string[], common: ReadonlySet<number>): LinePart[] {
  const parts: LinePart[] = [];
  for (const [index, text] of tokens.entries()) {
    const isChanged = !common.has(index);
    const last = parts.at(-1);
    if (last && last.isChanged === isChanged) last.text += text;
    else parts.push({ text, isChanged });
  }
  return merged(parts);
}

/** Joins changes that only separators part. */
function merged(parts: readonly LinePart[]): LinePart[] {
  const joined: LinePart[] = [];
  for (const [index, part] of parts.entries()) {
    const last = joined.at(-1);
    const isBetween = !part.isChanged && last?.isChanged === true && parts[index + 1]?.isChanged === true;
    if (last?.isChanged && (part.isChanged || (isBetween && !WORD.test(part.text)))) last.text += part.text;
    else joined.push({ ...part });
  }
  return joined;
}

/** What lies between the tokens that both begin with and those that both end with. */
function byEnds(a: readonly string[], b: readonly string[]): [LinePart[], LinePart[]] {
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start++;
  let end = 0;
  while (end < a.length - start && end < b.length - start && a.at(-1 - end) === b.at(-1 - end)) end++;
  const side = (tokens: readonly string[]) =>
    [
      { text: tokens.slice(0, start).join(''), isChanged: false },
      { text: tokens.slice(start, tokens.length - end).join(''), isChanged: true },
      { text: tokens.slice(tokens.length - end).join(''), isChanged: false },
    ].filter(({ text }) => text !== '');
  return [side(a), side(b)];
}
