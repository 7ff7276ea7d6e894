import type { Tape } from '../../../../platform/json/tape.ts';
import { isContainer, typeOf } from '../../../../platform/json/tape.ts';
import { cutAtChange, cutCell } from './cut-text.ts';
import type { LineItem, LineRef } from './diff-item.ts';
import type { NumberedRow } from './folded-parts.ts';
import { firstCell, highlightedCells } from './highlighted-cells.ts';
import { bracketsOf, labelOf } from './line-label.ts';

/** The colour of a value: a string, a number, a literal, or none. */
type ValueColour = 's' | 'n' | 'l' | null;

/** One line of a side, as it is shown. */
export interface ShownLine {
  /** From 1. */
  number: number;
  depth: number;
  /** A member's name with its quotes; empty for others. */
  label: string;
  text: string;
  colour: ValueColour;
  hasComma: boolean;
}

/** What is said of an element that moved; positions from 1. */
export interface ShownMove {
  from: number;
  to: number;
  key: string | null;
  isFree: boolean;
  id: number;
}

/** A row as it is shown. */
export interface ShownRow {
  state: LineItem['state'] | 'ignored';
  recorded: ShownLine | null;
  replayed: ShownLine | null;
  /** The text of the other side of a changed line that stands elsewhere. */
  against: string | null;
  isFirst: boolean;
  /** Normalised path of the field; null where there is none. */
  subject: string | null;
  /** Position among the differences of this request; only at the first row of each. */
  difference: number | null;
  move: ShownMove | null;
  /** Byte positions of either side where its cut values begin; null where they are whole. */
  cutAt: [number, number] | null;
}

/** Reads the text of a row. */
export function shownRow(
  { item, lines: [left, right] }: NumberedRow,
  { isIgnored, difference }: { isIgnored: boolean; difference: number | null },
): ShownRow {
  const { recorded, replayed, state, location, move } = item;
  const { cells, cutAt } = cellsOf(item);
  return {
    state: isIgnored ? 'ignored' : state,
    recorded: recorded && shownLine(recorded, left, cells[0]),
    replayed: replayed && shownLine(replayed, right, cells[1]),
    against: item.against && cells[recorded === null ? 0 : 1],
    isFirst: item.isFirst,
    subject: location === null ? null : location.paths.subjectText(location.path),
    difference,
    move: move && { ...move, from: move.from + 1, to: move.to + 1 },
    cutAt,
  };
}

/** The texts of both sides; two that differ are cut to the same place. */
function cellsOf({ state, recorded, replayed, against }: LineItem): {
  cells: [string, string];
  cutAt: ShownRow['cutAt'];
} {
  const [a, b] = [recorded ?? against, replayed ?? against];
  if (state === 'changed' && a !== null && b !== null) {
    if (!('tape' in a) || !('tape' in b)) return { cells: cutAtChange(plainText(a), plainText(b)), cutAt: null };
    const { cells, at } = highlightedCells(a.tape, a.node, b.tape, b.node);
    return { cells, cutAt: at };
  }
  return { cells: [a === null ? '' : cutText(a), b === null ? '' : cutText(b)], cutAt: null };
}

const plainText = (line: LineRef): string => ('text' in line ? line.text : '');

function cutText(line: LineRef): string {
  if ('text' in line) return cutCell(line.text);
  if (line.part === 'value') return firstCell(line.tape, line.node);
  const [open, close] = bracketsOf(line.tape, line.node);
  return line.part === 'open' ? open : close;
}

function shownLine(line: LineRef, number: number, text: string): ShownLine {
  if ('text' in line) return { number, depth: 0, label: '', text, colour: null, hasComma: false };
  const { tape, node, depth, part, isLast } = line;
  return {
    number,
    depth,
    label: part === 'close' ? '' : labelOf(tape, node),
    text,
    colour: colourOf(tape, node),
    hasComma: part !== 'open' && !isLast,
  };
}

function colourOf(tape: Tape, node: number): ValueColour {
  if (isContainer(tape, node)) return null;
  const type = typeOf(tape, node);
  return type === 'string' ? 's' : type === 'number' ? 'n' : 'l';
}
