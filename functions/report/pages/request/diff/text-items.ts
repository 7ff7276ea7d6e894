import { commonSubsequence } from '../../../../compare/domain/arrays/common-subsequence.ts';
import { numberedTexts } from '../../../../compare/domain/arrays/numbered-values.ts';
import { type DiffItem, type LineRef, lineItem } from './diff-item.ts';

/** Two texts line by line: common lines, and between them those that differ, side by side. */
export function* textItems(recorded: string, replayed: string): Generator<DiffItem> {
  const a = linesOf(recorded);
  const b = linesOf(replayed);
  const { start, endA, endB } = commonEnds(a, b);
  yield* common(a, 0, start);
  let [i, j] = [start, start];
  for (const [nextA, nextB] of [...matches(a, b, start, endA, endB), [endA, endB] as const]) {
    for (; i < nextA || j < nextB; i++, j++) {
      const [left, right] = [i < nextA ? refOf(a, i) : null, j < nextB ? refOf(b, j) : null];
      yield lineItem('changed', left, right, { isFirst: true });
    }
    if (nextA < endA) yield* common(a, nextA, nextA + 1);
    [i, j] = [nextA + 1, nextB + 1];
  }
  yield* common(a, endA, a.length);
}

function* common(lines: readonly string[], from: number, to: number): Generator<DiffItem> {
  if (from === to) return;
  yield {
    kind: 'equal',
    lines: to - from,
    *refs(first = 0) {
      for (let at = from + first; at < to; at++) {
        const line = refOf(lines, at);
        yield [line, line];
      }
    },
  };
}

const refOf = (lines: readonly string[], at: number): LineRef => ({ text: lines[at] ?? '' });

/** How many lines both begin with, and where the lines begin that both end with. */
function commonEnds(a: readonly string[], b: readonly string[]): { start: number; endA: number; endB: number } {
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start++;
  let [endA, endB] = [a.length, b.length];
  while (endA > start && endB > start && a[endA - 1] === b[endB - 1]) {
    endA--;
    endB--;
  }
  return { start, endA, endB };
}

/** Index pairs of lines that both sides have in the same order. */
function matches(a: readonly string[], b: readonly string[], start: number, endA: number, endB: number) {
  const byPosition = endA === endB ? matchesByPosition(a, b, start, endA) : null;
  if (byPosition !== null) return byPosition;
  const [ofA, ofB] = numberedTexts(a.slice(start, endA), b.slice(start, endB));
  return commonSubsequence(ofA ?? [], ofB ?? [], 0, endA - start, endB - start).map(([i, j]): [number, number] => [
    start + i,
    start + j,
  ]);
}

/** Equal lines at the same place, if no line of the others is on both sides: then no longer list exists. Else null. */
function matchesByPosition(a: readonly string[], b: readonly string[], start: number, end: number) {
  const matched: [number, number][] = [];
  const changed: number[] = [];
  for (let at = start; at < end; at++) {
    if (a[at] === b[at]) matched.push([at, at]);
    else changed.push(at);
  }
  const replayed = new Set(changed.map((at) => b[at]));
  return changed.some((at) => replayed.has(a[at])) ? null : matched;
}

const linesOf = (text: string): string[] => (text === '' ? [] : text.split(/\r?\n/));
