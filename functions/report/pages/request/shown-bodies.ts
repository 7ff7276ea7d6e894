import { type Bodies, MAX_KEPT_ITEMS, type RawLocation } from './bodies.ts';
import type { LineItem } from './diff/diff-item.ts';
import { type DiffWindow, diffWindow } from './diff/diff-window.ts';
import { CONTEXT_LINES } from './diff/folded-parts.ts';
import type { RowFacts } from './diff/row-facts.ts';
import { hexLines, MAX_BYTES, MAX_LENGTH, type RawSlice, rawSlice } from './raw-slice.ts';

/** The requested part of the bodies. */
export interface ShownPart {
  isRaw: boolean;
  /** Every line stands by itself. */
  isUnfolded: boolean;
  /** First row, or first character of the raw view. */
  from: number;
  /** First character of the replayed side in the raw view, if it differs. */
  replayedFrom: number | null;
  /** The difference that the page begins with, instead of `from`. */
  difference: number | null;
}

/** The requested part of both bodies. `max`: characters or bytes of a piece. */
export type ShownBodies =
  | { kind: 'none' }
  | { kind: 'raw'; slices: [RawSlice, RawSlice]; max: number }
  /** `raw`: the places in the raw bodies of rows with cut values, by their positions among the parts. */
  | { kind: 'rows'; window: DiffWindow; raw: Record<number, RawLocation> }
  | { kind: 'no text' };

/** The requested part of both bodies: differences with the lines beside them. Or a piece of the raw bodies. */
export function shownBodies(bodies: Bodies, part: ShownPart, factsOf: (item: LineItem) => RowFacts): ShownBodies {
  const { bytes } = bodies;
  if (bytes.every(({ byteLength }) => byteLength === 0)) return { kind: 'none' };
  if (part.isRaw) {
    const { texts } = bodies;
    const starts = [part.from, part.replayedFrom ?? part.from] as const;
    const slice = (side: 0 | 1) =>
      texts === null ? hexLines(bytes[side], starts[side]) : rawSlice(texts[side], starts[side]);
    return { kind: 'raw', slices: [slice(0), slice(1)], max: texts === null ? MAX_BYTES : MAX_LENGTH };
  }
  const from = part.difference === null ? part.from : rowOf(bodies, part.difference, factsOf);
  const items = bodies.items();
  if (items === null) return { kind: 'no text' };
  const window = diffWindow(items, { from, isUnfolded: part.isUnfolded, factsOf });
  const raw: Record<number, RawLocation> = {};
  for (const [index, one] of window.parts.entries()) {
    const location = one.kind === 'row' && one.row.cutAt !== null ? bodies.rawLocation(one.row.cutAt) : null;
    if (location) raw[index] = location;
  }
  return { kind: 'rows', window, raw };
}

/** The row before the lines beside a difference; 0 if it lies too far behind. */
function rowOf(bodies: Bodies, difference: number, factsOf: (item: LineItem) => RowFacts): number {
  let at = 0;
  let looked = 0;
  for (const item of bodies.items() ?? []) {
    if (looked++ === MAX_KEPT_ITEMS) return 0;
    if (item.kind === 'line' && item.state !== 'same' && factsOf(item).difference === difference)
      return Math.max(0, at - CONTEXT_LINES);
    at += item.kind === 'equal' ? item.lines : 1;
  }
  return 0;
}
