import { commonSubsequence } from '../../../compare/domain/arrays/common-subsequence.ts';
import { cutAtChange, cutCell, type DiffRow, MAX_FOLDED_LINES } from './diff-row.ts';

/** Two texts line by line: common lines folded, lines between them side by side. */
export function* textRows(recorded: string, replayed: string): Generator<DiffRow> {
  const a = linesOf(recorded);
  const b = linesOf(replayed);
  const pairs = pairsOf(a, b);
  let i = 0;
  let j = 0;
  let common: string[] = [];
  for (const [nextA, nextB] of [...pairs, [a.length, b.length] as const]) {
    if (nextA > i || nextB > j) {
      yield* folded(common);
      common = [];
      for (; i < nextA || j < nextB; i++, j++) {
        yield changed(i < nextA ? (a[i] ?? '') : null, j < nextB ? (b[j] ?? '') : null);
      }
    }
    const line = a[nextA];
    if (line !== undefined && nextA < a.length) common.push(line);
    i = nextA + 1;
    j = nextB + 1;
  }
  yield* folded(common);
}

function changed(recorded: string | null, replayed: string | null): DiffRow {
  const [left, right] = cutAtChange(recorded ?? replayed ?? '', replayed ?? recorded ?? '');
  return {
    kind: 'changed',
    recorded: recorded === null ? null : { depth: 0, text: left },
    replayed: replayed === null ? null : { depth: 0, text: right },
    subject: null,
    note: null,
  };
}

function* folded(lines: readonly string[]): Generator<DiffRow> {
  if (lines.length === 0) return;
  const shown = lines.slice(0, MAX_FOLDED_LINES).map((text) => ({ depth: 0, text: cutCell(text) }));
  yield { kind: 'fold', lines: lines.length, shown };
}

/** Index pairs of lines that both sides have in the same order. */
function pairsOf(a: readonly string[], b: readonly string[]): [number, number][] {
  const numbers = new Map<string, number>();
  const numberOf = (line: string) => {
    const known = numbers.get(line) ?? numbers.size;
    numbers.set(line, known);
    return known;
  };
  const ofA = a.map(numberOf);
  const ofB = b.map(numberOf);
  let start = 0;
  while (start < ofA.length && start < ofB.length && ofA[start] === ofB[start]) start++;
  let [endA, endB] = [ofA.length, ofB.length];
  while (endA > start && endB > start && ofA[endA - 1] === ofB[endB - 1]) {
    endA--;
    endB--;
  }
  return [
    ...Array.from({ length: start }, (_, at): [number, number] => [at, at]),
    ...commonSubsequence(ofA, ofB, start, endA, endB),
    ...Array.from({ length: ofA.length - endA }, (_, at): [number, number] => [endA + at, endB + at]),
  ];
}

const linesOf = (text: string): string[] => (text === '' ? [] : text.split(/\r?\n/));
