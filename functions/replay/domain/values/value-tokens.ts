import { isRandom, shapeOf } from './value-shape.ts';

/** Runs of characters that values consist of, long enough for a random value. */
const RUN = /[A-Za-z0-9][A-Za-z0-9_~.-]{15,}/g;
const PIECE = /[A-Za-z0-9]+/g;
/** Maximum pieces between delimiters of a run that is searched for values inside. */
const MAX_PIECES = 12;
/** Shapes that count as one value whatever is inside. */
const WHOLE: ReadonlySet<string> = new Set(['sealed', 'jwt', 'uuid']);

/** Finds the replacement of a whole value; undefined if it has none. */
export type Replacement = (value: string) => string | undefined;

/**
 * Replaces values inside a text, the longest first and only between delimiters, so that no part of a word is ever
 * replaced.
 */
export const replacedTokens = (text: string, replacement: Replacement): string =>
  text.length < MIN_LENGTH || !LONG.test(text) ? text : text.replace(RUN, (run) => replacedIn(run, replacement));

const MIN_LENGTH = 16;
const LONG = /[A-Za-z0-9][A-Za-z0-9_~.-]{15}/;

function replacedIn(run: string, replacement: Replacement): string {
  const whole = replacement(run);
  if (whole !== undefined) return whole;
  if (WHOLE.has(shapeOf(run) ?? '')) return run;
  const pieces = piecesOf(run);
  for (let length = pieces.length; length > 0; length--) {
    for (let first = 0; first + length <= pieces.length; first++) {
      const [start, end] = [pieces[first]?.start ?? 0, pieces[first + length - 1]?.end ?? 0];
      if (end - start < MIN_LENGTH || end - start === run.length) continue;
      const found = replacement(run.slice(start, end));
      if (found === undefined) continue;
      return replacedIn(run.slice(0, start), replacement) + found + replacedIn(run.slice(end), replacement);
    }
  }
  return run;
}

/** Visits every random value in a text, also those inside longer ones. */
export function visitTokens(text: string, visit: (value: string) => void): void {
  if (text.length < MIN_LENGTH || !LONG.test(text)) return;
  for (const [run] of text.matchAll(RUN)) {
    const shape = shapeOf(run);
    if (shape !== null && isRandom(shape)) visit(run);
    if (WHOLE.has(shape ?? '')) continue;
    const pieces = piecesOf(run);
    if (pieces.length < 2 && (pieces[0]?.end ?? 0) === run.length) continue;
    for (const [at, { start }] of pieces.entries()) {
      for (const { end } of pieces.slice(at)) {
        if (end - start < MIN_LENGTH || end - start === run.length) continue;
        const inside = run.slice(start, end);
        const own = shapeOf(inside);
        if (own !== null && isRandom(own)) visit(inside);
      }
    }
  }
}

function piecesOf(run: string): { start: number; end: number }[] {
  const pieces = Array.from(run.matchAll(PIECE), ({ 0: { length }, index }) => ({ start: index, end: index + length }));
  // A sealed value ends with its delimiter.
  return pieces.length > MAX_PIECES ? [] : pieces;
}
