import { commonSubsequence, MAX_CELLS } from '../../../compare/domain/arrays/common-subsequence.ts';
import { numberedTexts } from '../../../compare/domain/arrays/numbered-values.ts';

/** Longer texts are not split into parts. */
const MAX_LENGTH = 1024 * 1024;

const MONTH = '(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*';
const WEEKDAY = '(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*';
const DATE = `(?:\\d{4}[-/]\\d{1,2}[-/]\\d{1,2}|\\d{1,2}[./-]\\d{1,2}[./-]\\d{2,4}|\\d{1,2}[ -]${MONTH}(?:[ -]\\d{4})?|${MONTH} \\d{1,2}(?:,? \\d{4})?)`;
const CLOCK = '\\d{1,2}:\\d\\d(?::\\d\\d(?:[.,]\\d+)?)?(?: ?[AaPp]\\.?[Mm]\\b\\.?)?';
const LENGTH =
  '\\d+(?:\\.\\d+)? ?(?:ns|us|µs|ms|milliseconds?|s|secs?|seconds?|m|mins?|minutes?|h|hours?|d|days?|weeks?)\\b';
/** Dates, times of day and lengths of time, which move at a pace of their own. */
const TIME = `(?:${WEEKDAY},? )?${DATE}(?:[T ,]+(?:at )?${CLOCK})?(?: ?(?:Z|UTC|GMT)?[+-]\\d\\d:?\\d\\d| ?(?:Z|UTC|GMT)\\b)?|${CLOCK}|${LENGTH}|${WEEKDAY}\\b|${MONTH}\\b`;
const DELIMITER = '[\\s/?&=,;|(){}\'"<>:\\[\\]]';
const TOKEN = RegExp(`(?<time>\\b(?:${TIME}))|[^${DELIMITER.slice(1)}+|${DELIMITER}`, 'g');

/** What a part of a text is made of. Only parts of the first three are distinguished from noise. */
type PartKind = 'integer' | 'decimal' | 'word' | 'time' | 'other' | 'delimiter';

interface Token {
  text: string;
  kind: PartKind;
  /** Whether it stands between white space, or at an end of the text. */
  isAlone: boolean;
}

/** Tokens of one text that another has instead. */
interface Hunk {
  before: readonly Token[];
  after: readonly Token[];
}

/**
 * Whether a text in which something moves by itself differs from the recorded one in another part as well, which is the
 * same in every further response of the same build (`agains`): a price beside a random id. Such a part is a whole
 * number, a fraction or words, while nothing of that kind moves: the hours of a duration move too, if more slowly than
 * its seconds.
 */
export function hasUnmovedChange(recorded: string, replayed: string, agains: readonly string[]): boolean {
  if (agains.length === 0 || [recorded, replayed, ...agains].some(({ length }) => length > MAX_LENGTH)) return false;
  const now = tokensOf(replayed);
  const changes = hunksOf(tokensOf(recorded), now);
  const moves = agains.map((again) => hunksOf(tokensOf(again), now));
  if (changes === null || moves.includes(null)) return false;
  const moving = moves.flatMap((hunks) => hunks ?? []);
  const movingKinds = new Set(moving.flatMap(({ before, after }) => [...before, ...after].map(({ kind }) => kind)));
  const isStable = ({ kind }: Token) => COMPARED_KINDS.has(kind) && !movingKinds.has(kind);
  return changes.some(({ before, after }) => {
    if (before.length === after.length)
      return before.some((token, at) => {
        const other = after[at];
        return other !== undefined && token.text !== other.text && isStable(token) && isStable(other);
      });
    // A random text may have as many delimiters as it happens to.
    const texts = [before, after].map((tokens) =>
      tokens.flatMap((token) => (token.isAlone && isStable(token) ? token.text : [])).join(' '),
    );
    return texts[0] !== texts[1];
  });
}

const COMPARED_KINDS: ReadonlySet<PartKind> = new Set(['integer', 'decimal', 'word']);

function tokensOf(text: string): Token[] {
  const parts = [...text.matchAll(TOKEN)];
  const isBlank = (at: number) => /^\s?$/.test(parts[at]?.[0] ?? '');
  return parts.map(({ 0: part, groups }, at) => ({
    text: part,
    kind: groups?.time === undefined ? kindOf(part) : 'time',
    isAlone: isBlank(at - 1) && isBlank(at + 1),
  }));
}

const KINDS: readonly (readonly [PartKind, RegExp])[] = [
  ['delimiter', RegExp(`^${DELIMITER}$`)],
  // Seconds and milliseconds of an epoch have more digits than most numbers.
  ['integer', /^[#+$€£¥-]?\d{1,9}[%.!?]?$/],
  ['decimal', /^[+$€£¥-]?\d+[.,]\d+[%.!?]?$/],
  ['word', /^[\p{L}\p{M}’_-]+[.!?]?$/u],
];

const kindOf = (text: string): PartKind => KINDS.find(([, form]) => form.test(text))?.[0] ?? 'other';

/**
 * Where two texts differ: between their longest common subsequence, or token by token where texts of as many tokens are
 * too long for that. Null if they are too long and have other numbers of tokens.
 */
function hunksOf(before: readonly Token[], after: readonly Token[]): Hunk[] | null {
  const [a = NONE, b = NONE] = numberedTexts(
    before.map(({ text }) => text),
    after.map(({ text }) => text),
  );
  let first = 0;
  while (first < a.length && first < b.length && a[first] === b[first]) first++;
  let [endA, endB] = [a.length, b.length];
  while (endA > first && endB > first && a[endA - 1] === b[endB - 1]) [endA, endB] = [endA - 1, endB - 1];
  const isLong = (endA - first) * (endB - first) > MAX_CELLS;
  if (isLong && endA !== endB) return null;
  const common = isLong ? samePositions(a, b, first, endA) : commonSubsequence(a, b, first, endA, endB);
  const hunks: Hunk[] = [];
  let [atA, atB] = [first, first];
  for (const [nextA, nextB] of [...common, [endA, endB] as const]) {
    if (nextA > atA || nextB > atB) hunks.push({ before: before.slice(atA, nextA), after: after.slice(atB, nextB) });
    [atA, atB] = [nextA + 1, nextB + 1];
  }
  return hunks;
}

const samePositions = (a: Int32Array, b: Int32Array, first: number, end: number): [number, number][] =>
  Array.from({ length: end - first }, (_, at) => first + at).flatMap((at) => (a[at] === b[at] ? [[at, at]] : []));

const NONE = new Int32Array(0);
