import { alignElements } from '../../../compare/domain/arrays/align-arrays.ts';
import { increasing } from '../../../compare/domain/arrays/common-subsequence.ts';
import type { Elements } from '../../../compare/domain/arrays/elements.ts';
import { differenceSink } from '../../../compare/domain/difference-sink.ts';
import { canonicalHasher } from '../../../compare/domain/json/canonical-hash.ts';
import { type JsonContext, jsonContext, type Pending, type Side } from '../../../compare/domain/json/json-context.ts';
import { type RuleState, type RuleStates, ruleStates } from '../../../compare/domain/rules/rule-states.ts';
import { childrenOf, isContainer, type Tape, typeOf } from '../../../platform/json/tape.ts';
import { type ChangedRow, type DiffRow, type Line, MAX_FOLDED_LINES } from './diff-row.ts';
import { highlightedCells } from './highlighted-cells.ts';
import { bracketsOf, labelOf, lineCount, linesOf, MAX_LINE_DEPTH } from './json-lines.ts';

/** Maximum lines of a one-sided subtree. */
const MAX_ONE_SIDED_ROWS = 100;

/**
 * Two JSON texts side by side, aligned as they are compared: unchanged members and elements folded, changed ones
 * expanded down to the values. Rules decide the alignment, but hide nothing.
 */
export function* jsonRows(a: Tape, b: Tape, rules: RuleStates): Generator<DiffRow> {
  const context = jsonContext(a, b, rules, { path: '$', subject: '$' }, differenceSink());
  // Separate from the context, whose hashes omit what rules ignore.
  const plain = ruleStates([]);
  const [hashA, hashB] = [
    canonicalHasher(a, context.names, plain, context.budget.filters),
    canonicalHasher(b, context.names, plain, context.budget.filters),
  ];
  const isSame = (nodeA: number, nodeB: number) => hashA(nodeA, plain.root) === hashB(nodeB, plain.root);
  yield* unfolded(pairRows({ context, isSame }, { a: 0, b: 0, path: 0, state: rules.root, equalUntil: 0 }, 0, null));
}

/** A JSON text that only one side has. */
export function* oneSidedRows(tape: Tape, side: 'recorded' | 'replayed'): Generator<DiffRow> {
  for (const line of linesOf(tape, 0, 0)) {
    const [recorded, replayed] = side === 'recorded' ? [line, null] : [null, line];
    yield { kind: 'changed', recorded, replayed, subject: null, note: null };
  }
}

interface View {
  context: JsonContext;
  isSame(nodeA: number, nodeB: number): boolean;
}

/** Aligned nodes of one container. -1 for a side without a node. */
interface Pair {
  a: number;
  b: number;
  path: number;
  state: RuleState;
  note: string | null;
}

type Folding = DiffRow | { kind: 'equal'; tape: Tape; node: number; depth: number };

function* pairRows(view: View, pair: Pending, depth: number, note: string | null): Generator<Folding> {
  const { a, b } = view.context;
  if (view.isSame(pair.a, pair.b) && note === null) {
    yield { kind: 'equal', tape: a, node: pair.a, depth };
    return;
  }
  const isOpen = isContainer(a, pair.a) && typeOf(a, pair.a) === typeOf(b, pair.b) && depth < MAX_LINE_DEPTH;
  if (!isOpen) {
    yield valueRow(view, pair, depth, note);
    return;
  }
  const [open, close] = bracketsOf(a, pair.a);
  const [left, right] = [labelOf(a, pair.a) + open, labelOf(b, pair.b) + open];
  if (left === right && note === null) yield { kind: 'same', line: { depth, text: left } };
  else yield changed(view, pair.path, { depth, text: left }, { depth, text: right }, note);
  for (const child of typeOf(a, pair.a) === 'object' ? members(view, pair) : elements(view, pair)) {
    if (child.a >= 0 && child.b >= 0) yield* pairRows(view, { ...child, equalUntil: 0 }, depth + 1, child.note);
    else yield* oneSided(view, child, depth + 1);
  }
  yield { kind: 'same', line: { depth, text: close } };
}

function valueRow({ context }: View, { a, b, path }: Pending, depth: number, note: string | null): DiffRow {
  const { cells, at } = highlightedCells(context.a, a, context.b, b);
  const recorded = { depth, text: labelOf(context.a, a) + cells[0] };
  const replayed = { depth, text: labelOf(context.b, b) + cells[1] };
  const row = changed({ context }, path, recorded, replayed, note);
  return at === null ? row : { ...row, highlighted: { path: () => context.paths.pathText(path), cells, at } };
}

function* oneSided(view: View, { a, b, path, note }: Pair, depth: number): Generator<DiffRow> {
  const [tape, node] = a >= 0 ? [view.context.a, a] : [view.context.b, b];
  let shown = 0;
  for (const line of linesOf(tape, node, depth)) {
    const text = shown < MAX_ONE_SIDED_ROWS ? line : { depth, text: `… ${lineCount(tape, node) - shown} more lines` };
    const row = changed(view, path, a >= 0 ? text : null, a >= 0 ? null : text, shown === 0 ? note : null);
    // The first line represents all of them.
    yield shown === 0 ? row : { ...row, subject: null };
    if (shown++ === MAX_ONE_SIDED_ROWS) return;
  }
}

const changed = (
  { context }: Pick<View, 'context'>,
  path: number,
  recorded: Line | null,
  replayed: Line | null,
  note: string | null,
): ChangedRow => ({ kind: 'changed', recorded, replayed, subject: context.paths.subjectText(path), note });

/**
 * Members by name, in the recorded order, each added one after its predecessor. Of repeated names, the last ones are
 * paired.
 */
function* members({ context }: View, pair: Pending): Generator<Pair> {
  const { a, b, names, paths } = context;
  const [nodesA, nodesB] = [childrenOf(a, pair.a), childrenOf(b, pair.b)];
  const ofB = new Map(nodesB.map((node) => [names.idOf(b, node), node]));
  const ofA = new Map(nodesA.map((node) => [names.idOf(a, node), node]));
  const made = (name: number, nodeA: number, nodeB: number): Pair => ({
    a: nodeA,
    b: nodeB,
    path: paths.member(pair.path, name),
    state: context.memberState(pair.state, name, nodeA, nodeB),
    note: null,
  });
  const recorded = (node: number): Pair => {
    const name = names.idOf(a, node);
    return made(name, node, ofA.get(name) === node ? (ofB.get(name) ?? -1) : -1);
  };
  let shown = 0;
  let next = 0;
  for (const [index, node] of nodesB.entries()) {
    const name = names.idOf(b, node);
    if (ofA.has(name) && ofB.get(name) === node) continue;
    for (; shown < index && next < nodesA.length; shown++) yield recorded(nodesA[next++] ?? 0);
    yield made(name, -1, node);
    shown++;
  }
  while (next < nodesA.length) yield recorded(nodesA[next++] ?? 0);
}

/**
 * Elements as the comparison aligns them, in the recorded order, each added one after its predecessor. A moved element
 * shows its origin.
 */
function* elements({ context }: View, pair: Pending): Generator<Pair> {
  const { paths } = context;
  const a = elementsOf(context, 'a', pair);
  const b = elementsOf(context, 'b', pair);
  const { partner, isKeyed } = alignElements(context, pair, a, b);
  const inOrder = new Uint8Array(partner.length);
  for (const i of inOrderOf(partner)) inOrder[i] = 1;
  const taken = new Uint8Array(b.nodes.length);
  for (const j of partner) if (j >= 0) taken[j] = 1;
  let next = 0;
  function* gainedUntil(end: number): Generator<Pair> {
    for (; next < end; next++) {
      if (taken[next] === 1) continue;
      const path = paths.element(pair.path, next);
      yield { a: -1, b: b.nodes[next] ?? 0, path, state: b.stateOf(next), note: null };
    }
  }
  for (const [i, node] of a.nodes.entries()) {
    const j = partner[i] ?? -1;
    if (inOrder[i] === 1) yield* gainedUntil(j);
    yield {
      a: node,
      b: j < 0 ? -1 : (b.nodes[j] ?? -1),
      path: paths.element(pair.path, i),
      state: a.stateOf(i),
      note: j < 0 || inOrder[i] === 1 ? null : movedNote(i + 1, j + 1, isKeyed),
    };
  }
  yield* gainedUntil(b.nodes.length);
}

const movedNote = (from: number, to: number, isKeyed: boolean) =>
  `moved from place ${from} to place ${to}${isKeyed ? '; the order of a keyed list does not count' : ''}`;

function elementsOf(context: JsonContext, side: Side, pair: Pending): Elements {
  const spans = context.rules.memory.spansOf(side === 'a' ? context.a : context.b, side === 'a' ? pair.a : pair.b);
  const { nodes } = spans;
  const stateOf = (i: number) => context.elementState(pair.state, side, i, nodes.length, nodes[i] ?? 0);
  return { ...spans, indices: null, stateOf };
}

/** Recorded elements that are also in the replayed order: the longest such sequence. */
function inOrderOf(partner: Int32Array): number[] {
  const paired = [...partner.keys()].filter((i) => (partner[i] ?? -1) >= 0);
  return increasing(paired.map((i) => partner[i] ?? -1)).flatMap((index) => paired.slice(index, index + 1));
}

/** Folds each run of equal nodes. */
function* unfolded(rows: Iterable<Folding>): Generator<DiffRow> {
  let lines = 0;
  let shown: Line[] = [];
  for (const row of rows) {
    if (row.kind === 'equal') {
      lines += lineCount(row.tape, row.node);
      for (const line of linesOf(row.tape, row.node, row.depth)) {
        if (shown.length === MAX_FOLDED_LINES) break;
        shown.push(line);
      }
      continue;
    }
    if (lines > 0) yield { kind: 'fold', lines, shown };
    lines = 0;
    shown = [];
    yield row;
  }
  if (lines > 0) yield { kind: 'fold', lines, shown };
}
