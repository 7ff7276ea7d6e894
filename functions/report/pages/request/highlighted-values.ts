import type { Difference } from '../../../compare/domain/difference.ts';
import { isPageLocation } from '../../../compare/domain/json/paths.ts';
import { type Bodies, MAX_KEPT_ITEMS, type RawLocation } from './bodies.ts';
import { cutAtChange, highlightOf, MAX_CELL_LENGTH } from './diff/cut-text.ts';
import type { LineItem } from './diff/diff-item.ts';
import { highlightedCells } from './diff/highlighted-cells.ts';

/** Both sides of a difference, truncated to where they diverge. */
export interface HighlightedValues {
  recorded: string;
  replayed: string;
  /** Their place in the raw bodies. Null if unknown. */
  raw: RawLocation | null;
  /** The sides diverge beyond the scanned part. */
  isHidden: boolean;
}

/** Shows where the two sides of a difference diverge. Null if one side has no value, or both are short. */
export function highlightedValues(
  differences: readonly Difference[],
  bodies: Bodies,
): (difference: Difference) => HighlightedValues | null {
  const lines = linesOf(
    differences.filter((one) => isCut(one) && one.subject !== 'response'),
    bodies,
  );

  return (difference) => {
    const { recorded, replayed, subject } = difference;
    if (recorded === null || replayed === null || !isCut(difference)) return null;
    // The values of a long text of a page may begin alike.
    const isWhole = subject === 'response' || (isPageLocation(subject) && recorded === replayed);
    if (isWhole && bodies.texts !== null) {
      const [left, right] = cutAtChange(...bodies.texts);
      const from = highlightOf(...bodies.texts);
      return { recorded: left, replayed: right, raw: { from, replayedFrom: from }, isHidden: false };
    }
    const highlighted = cellsOf(lines.get(difference));
    if (highlighted?.at) {
      const { cells, at } = highlighted;
      return { recorded: cells[0], replayed: cells[1], raw: bodies.rawLocation(at), isHidden: false };
    }
    const [left, right] = cutAtChange(recorded, replayed);
    return { recorded: left, replayed: right, raw: null, isHidden: recorded === replayed };
  };
}

/** Whether both sides exist and one is longer than shown. Only their starts are stored. */
const isCut = ({ recorded, replayed }: Difference) =>
  recorded !== null && replayed !== null && Math.max(recorded.length, replayed.length) > MAX_CELL_LENGTH;

function cellsOf(line: LineItem | undefined) {
  const [a, b] = line ? sidesOf(line) : [];
  return a && b && 'tape' in a && 'tape' in b ? highlightedCells(a.tape, a.node, b.tape, b.node) : null;
}

const sidesOf = ({ recorded, replayed, against }: LineItem) => [recorded ?? against, replayed ?? against];

/** The line of each difference: at its exact place, otherwise the first of its field. */
function linesOf(wanted: readonly Difference[], bodies: Bodies): Map<Difference, LineItem> {
  const found = new Map<Difference, LineItem>();
  const exact = new Set<Difference>();
  const bySubject = Map.groupBy(wanted, ({ subject }) => subject);
  let looked = 0;
  for (const item of (wanted.length > 0 && bodies.items()) || []) {
    if (looked++ === MAX_KEPT_ITEMS || exact.size === wanted.length) break;
    if (item.kind === 'equal' || item.state !== 'changed' || !item.isFirst || item.location === null) continue;
    const { paths, path } = item.location;
    const ofField = bySubject.get(paths.subjectText(path));
    if (ofField === undefined || !sidesOf(item).every((side) => side !== null)) continue;
    for (const difference of ofField) {
      const isExact = paths.pathText(path) === difference.path;
      if (exact.has(difference) || (found.has(difference) && !isExact)) continue;
      found.set(difference, item);
      if (isExact) exact.add(difference);
    }
  }
  return found;
}
