import type { Difference } from '../../../compare/domain/difference.ts';
import type { Bodies, RawPlace } from './bodies.ts';
import { cutAtChange, type Highlighted, highlightOf, MAX_CELL_LENGTH, MAX_SCANNED_ROWS } from './diff-row.ts';

/** Both sides of a difference, truncated to where they diverge. */
export interface HighlightedValues {
  recorded: string;
  replayed: string;
  /** Their place in the raw bodies. Null if unknown. */
  raw: RawPlace | null;
  /** The sides diverge beyond the scanned part. */
  isHidden: boolean;
}

/** Shows where the two sides of a difference diverge. Null if one side has no value, or both are short. */
export function highlightedValues(
  differences: readonly Difference[],
  bodies: Bodies,
): (difference: Difference) => HighlightedValues | null {
  const rows = rowsOf(
    differences.filter((one) => isCut(one) && one.subject !== 'response'),
    bodies,
  );

  return (difference) => {
    const { recorded, replayed, subject } = difference;
    if (recorded === null || replayed === null || !isCut(difference)) return null;
    if (subject === 'response' && bodies.texts !== null) {
      const [left, right] = cutAtChange(...bodies.texts);
      const from = highlightOf(...bodies.texts);
      return { recorded: left, replayed: right, raw: { from, replayedFrom: from }, isHidden: false };
    }
    const highlighted = rows.get(difference);
    if (highlighted) {
      const { cells, at } = highlighted;
      return { recorded: cells[0], replayed: cells[1], raw: bodies.rawPlace(at), isHidden: false };
    }
    const [left, right] = cutAtChange(recorded, replayed);
    return { recorded: left, replayed: right, raw: null, isHidden: recorded === replayed };
  };
}

/** Whether both sides exist and one is longer than shown. Only their starts are stored. */
const isCut = ({ recorded, replayed }: Difference) =>
  recorded !== null && replayed !== null && Math.max(recorded.length, replayed.length) > MAX_CELL_LENGTH;

/** The row of each difference: at its exact place, otherwise the first of its field. */
function rowsOf(wanted: readonly Difference[], bodies: Bodies): Map<Difference, Highlighted> {
  const found = new Map<Difference, Highlighted>();
  const exact = new Set<Difference>();
  const bySubject = Map.groupBy(wanted, ({ subject }) => subject);
  let looked = 0;
  for (const row of (wanted.length > 0 && bodies.rows()) || []) {
    if (looked++ === MAX_SCANNED_ROWS || exact.size === wanted.length) break;
    if (row.kind !== 'changed' || row.highlighted === undefined || row.subject === null) continue;
    for (const difference of bySubject.get(row.subject) ?? []) {
      const isExact = row.highlighted.path() === difference.path;
      if (exact.has(difference) || (found.has(difference) && !isExact)) continue;
      found.set(difference, row.highlighted);
      if (isExact) exact.add(difference);
    }
  }
  return found;
}
