import { sameScalars } from '../../../../compare/domain/compare-values.ts';
import { differenceSink } from '../../../../compare/domain/difference-sink.ts';
import { type JsonContext, jsonContext } from '../../../../compare/domain/json-context.ts';
import type { RuleStates } from '../../../../compare/domain/rules/rule-states.ts';
import { isContainer, type Tape, typeOf } from '../../../../platform/json/tape.ts';
import { deepEquality } from './deep-equality.ts';
import { type DiffItem, type EqualItem, type FieldLocation, type LineRef, lineItem } from './diff-item.ts';
import { isSameAsWritten } from './is-same-as-written.ts';
import { type NodePair, pairsOf } from './json-pairs.ts';
import { isEmpty, lineCount, linesOf, MAX_LINE_DEPTH } from './node-lines.ts';

/** Lines of content of one side that stand as they are. The rest may be folded. */
const MAX_OPEN_LINES = 30;

/**
 * Two JSON texts side by side, aligned as they are compared, without reading more than is asked for. Rules decide the
 * alignment, but hide nothing.
 */
export function* jsonItems(a: Tape, b: Tape, rules: RuleStates): Generator<DiffItem> {
  const context = jsonContext(a, b, rules, { path: '$', subject: '$' }, differenceSink());
  const root = { a: 0, b: 0, path: 0, state: rules.root, move: null, at: null, isLast: [true, true] } as const;
  const view = { context, isSameDeep: deepEquality(context) };
  if (isEqualPair(view, root)) yield equalItem(view, [root], 0);
  else yield* pairItems(view, root, 0);
}

/** A JSON text that only one side has. */
export function* oneSidedItems(tape: Tape, side: 'recorded' | 'replayed'): Generator<DiffItem> {
  for (const line of linesOf(tape, 0, 0, true)) {
    yield side === 'recorded' ? lineItem('changed', line, null) : lineItem('changed', null, line);
  }
}

interface View {
  context: JsonContext;
  isSameDeep(nodeA: number, nodeB: number): boolean;
}

function* pairItems(view: View, pair: NodePair, depth: number): Generator<DiffItem> {
  const { a, b } = view.context;
  const [lastA, lastB] = pair.isLast;
  const isOpen =
    isContainer(a, pair.a) &&
    typeOf(a, pair.a) === typeOf(b, pair.b) &&
    depth < MAX_LINE_DEPTH &&
    !(isEmpty(a, pair.a) && isEmpty(b, pair.b));
  const line = (part: 'open' | 'close' | 'value'): [LineRef, LineRef] => [
    { tape: a, node: pair.a, depth, part, isLast: lastA },
    { tape: b, node: pair.b, depth, part, isLast: lastB },
  ];
  const location = locationOf(view, pair);
  if (!isOpen) {
    const state = isSameValue(view, pair.a, pair.b) ? 'same' : 'changed';
    yield lineItem(state, ...line('value'), { location, isFirst: true, move: pair.move });
    return;
  }
  yield lineItem('same', ...line('open'), { location, isFirst: true, move: pair.move });
  let equal: NodePair[] = [];
  for (const child of pairsOf(view.context, pair)) {
    if (isEqualPair(view, child)) {
      equal.push(child);
      continue;
    }
    if (equal.length > 0) yield equalItem(view, equal, depth + 1);
    equal = [];
    yield* childItems(view, child, depth + 1);
  }
  if (equal.length > 0) yield equalItem(view, equal, depth + 1);
  yield lineItem('same', ...line('close'));
}

function* childItems(view: View, child: NodePair, depth: number): Generator<DiffItem> {
  if (child.at !== null) yield* movedItems(view, child, depth, child.at);
  else if (child.a >= 0 && child.b >= 0) yield* pairItems(view, child, depth);
  else yield* oneSided(view, child, depth);
}

/** One place of an element that moved: its lines on one side. Those that changed too are marked as such. */
function* movedItems(view: View, pair: NodePair, depth: number, side: 'recorded' | 'replayed'): Generator<DiffItem> {
  const other = side === 'recorded' ? 'replayed' : 'recorded';
  const { move } = pair;
  const location = locationOf(view, pair);
  let shown = 0;
  const together: NodePair = { ...pair, move: null, at: null };
  const items = isEqualPair(view, together) ? [equalItem(view, [together], depth)] : pairItems(view, together, depth);
  for (const item of items) {
    const lines = item.kind === 'equal' ? item.refs() : [[item.recorded, item.replayed] as const];
    for (const [recorded, replayed] of lines) {
      const own = side === 'recorded' ? recorded : replayed;
      if (own === null) continue;
      const isChanged = item.kind === 'line' && item.state === 'changed';
      yield lineItem(
        isChanged ? 'changed' : 'moved',
        side === 'recorded' ? own : null,
        side === 'replayed' ? own : null,
        {
          location: isChanged ? item.location : location,
          against: isChanged ? item[other] : null,
          isFirst: shown === 0 || (isChanged && item.isFirst),
          isRest: shown >= MAX_OPEN_LINES && !isChanged,
          move: shown === 0 ? move : null,
        },
      );
      shown++;
    }
  }
}

function* oneSided(view: View, pair: NodePair, depth: number): Generator<DiffItem> {
  const isRecorded = pair.a >= 0;
  const [tape, node] = isRecorded ? [view.context.a, pair.a] : [view.context.b, pair.b];
  const location = locationOf(view, pair);
  let shown = 0;
  for (const line of linesOf(tape, node, depth, pair.isLast[isRecorded ? 0 : 1])) {
    yield lineItem('changed', isRecorded ? line : null, isRecorded ? null : line, {
      location,
      isFirst: shown === 0,
      isRest: shown >= MAX_OPEN_LINES,
    });
    shown++;
  }
}

/** Whether two nodes beside each other are the same bytes. */
const isEqualPair = ({ context: { a, b } }: View, { a: nodeA, b: nodeB, at, move }: NodePair): boolean =>
  nodeA >= 0 && nodeB >= 0 && at === null && move === null && isSameAsWritten(a, nodeA, b, nodeB);

/** Equal members or elements one after the other. */
function equalItem({ context: { a, b } }: View, pairs: readonly NodePair[], depth: number): EqualItem {
  const counts = pairs.map((pair) => lineCount(a, pair.a, depth));
  return {
    kind: 'equal',
    lines: counts.reduce((sum, count) => sum + count, 0),
    *refs(from = 0) {
      let left = from;
      for (const [index, pair] of pairs.entries()) {
        const count = counts[index] ?? 0;
        if (left >= count) {
          left -= count;
          continue;
        }
        const others = linesOf(b, pair.b, depth, pair.isLast[1]);
        for (const line of linesOf(a, pair.a, depth, pair.isLast[0])) {
          const other = others.next();
          if (left-- <= 0) yield [line, other.done === true ? line : other.value];
        }
        left = 0;
      }
    },
  };
}

const locationOf = ({ context }: View, { path, state }: Pick<NodePair, 'path' | 'state'>): FieldLocation => ({
  paths: context.paths,
  path,
  isIgnored: state.ignoredBy !== null,
});

function isSameValue(view: View, nodeA: number, nodeB: number): boolean {
  const { a, b } = view.context;
  if (typeOf(a, nodeA) !== typeOf(b, nodeB)) return false;
  if (isSameAsWritten(a, nodeA, b, nodeB)) return true;
  return isContainer(a, nodeA) ? view.isSameDeep(nodeA, nodeB) : sameScalars(a, nodeA, b, nodeB);
}
