import type { Paths } from '../../../../compare/domain/json/paths.ts';
import type { Tape } from '../../../../platform/json/tape.ts';

/** One line of a side; its text is read only where it is shown (line-text.ts). */
export type LineRef =
  | { tape: Tape; node: number; depth: number; part: 'open' | 'close' | 'value'; isLast: boolean }
  /** Of a body that is not JSON. */
  | { text: string };

/** Where an element of a list moved; positions from 0. */
export interface Move {
  from: number;
  to: number;
  /** The members that identify it, with their values; null where its content does. */
  key: string | null;
  /** The list is compared in any order, so a move is not a difference. */
  isFree: boolean;
  /** The same number at both places. */
  id: number;
}

/** The field that a line belongs to. */
export interface FieldLocation {
  paths: Paths;
  path: number;
  /** A rule ignores it, as far as its path tells. */
  isIgnored: boolean;
}

/** Unchanged lines of both sides. */
export interface EqualItem {
  kind: 'equal';
  lines: number;
  /** The lines from one on, counted from 0. */
  refs(from?: number): Iterable<readonly [LineRef, LineRef]>;
}

/** One row: the same on both sides, or what each side has; null for a side without content. */
export interface LineItem {
  kind: 'line';
  state: 'same' | 'changed' | 'moved';
  recorded: LineRef | null;
  replayed: LineRef | null;
  /** The other side of a changed line of a moved element, which stands elsewhere. */
  against: LineRef | null;
  /** Null in texts and where a container closes. */
  location: FieldLocation | null;
  /** The first line of a field or an element. */
  isFirst: boolean;
  /** A later line of a long element that only one side has, or that moved: it may be folded. */
  isRest: boolean;
  move: Move | null;
}

/** A part of two bodies, aligned. */
export type DiffItem = EqualItem | LineItem;

/** A row without anything particular. */
export const lineItem = (
  state: LineItem['state'],
  recorded: LineRef | null,
  replayed: LineRef | null,
  more: Partial<LineItem> = {},
): LineItem => ({
  kind: 'line',
  state,
  recorded,
  replayed,
  against: null,
  location: null,
  isFirst: false,
  isRest: false,
  move: null,
  ...more,
});
