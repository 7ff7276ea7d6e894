import { alignElements } from '../../../../compare/domain/arrays/align-arrays.ts';
import { increasing } from '../../../../compare/domain/arrays/common-subsequence.ts';
import { changedByPosition } from '../../../../compare/domain/arrays/compare-arrays.ts';
import type { Elements } from '../../../../compare/domain/arrays/elements.ts';
import type { JsonContext, Side } from '../../../../compare/domain/json-context.ts';
import type { RuleState } from '../../../../compare/domain/rules/rule-states.ts';
import { RULE_TRAITS } from '../../../../compare/domain/rules/rule-traits.ts';
import {
  childrenOf,
  memberOf,
  sameBytes,
  stringOf,
  type Tape,
  textOf,
  typeOf,
  wordAt,
} from '../../../../platform/json/tape.ts';
import { cutText } from '../../../../platform/pages-shell/texts.ts';
import type { Move } from './diff-item.ts';

/** Aligned nodes. -1 for a side without a node. */
export interface NodePair {
  a: number;
  b: number;
  path: number;
  state: RuleState;
  /** Null for an element that keeps its place. */
  move: Move | null;
  /** The place of an element that moved which this is; null where both sides stand beside each other. */
  at: 'recorded' | 'replayed' | null;
  /** Whether it is shown last in its container, on either side. */
  isLast: readonly [boolean, boolean];
}

/** The members or elements of a pair of containers, in the order in which they are shown. */
export const pairsOf = (context: JsonContext, pair: NodePair): Iterable<NodePair> =>
  typeOf(context.a, pair.a) === 'object' ? members(context, pair) : elements(context, pair);

/**
 * Members by name, in the recorded order, each added one after its predecessor. Of repeated names, the last ones are
 * paired.
 */
function* members(context: JsonContext, pair: NodePair): Generator<NodePair> {
  const { a, b, names, paths } = context;
  const [nodesA, nodesB] = [childrenOf(a, pair.a), childrenOf(b, pair.b)];
  const isLast = lastOf(nodesA.length, nodesB.length);
  const made = (name: number, nodeA: number, nodeB: number): NodePair => ({
    a: nodeA,
    b: nodeB,
    path: paths.member(pair.path, name),
    state: context.memberState(pair.state, name, nodeA, nodeB),
    move: null,
    at: null,
    isLast: isLast(nodeA >= 0, nodeB >= 0),
  });
  const same = sameNames(context, nodesA, nodesB);
  if (same !== null) {
    for (const [index, node] of nodesA.entries()) yield made(same[index] ?? 0, node, nodesB[index] ?? -1);
    return;
  }
  const ofB = new Map(nodesB.map((node) => [names.idOf(b, node), node]));
  const ofA = new Map(nodesA.map((node) => [names.idOf(a, node), node]));
  const recorded = (node: number): NodePair => {
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
 * The names of two objects as numbers if both have the same ones in the same order, none of them twice, as most objects
 * do; else null.
 */
function sameNames({ a, b, names }: JsonContext, nodesA: readonly number[], nodesB: readonly number[]) {
  if (nodesA.length !== nodesB.length) return null;
  for (const [index, node] of nodesA.entries()) if (!hasSameName(a, node, b, nodesB[index] ?? 0)) return null;
  const ids = nodesA.map((node) => names.idOf(a, node));
  return new Set(ids).size === ids.length ? ids : null;
}

/** Whether two members have names that are written alike, or two nodes have none. */
export function hasSameName(a: Tape, nodeA: number, b: Tape, nodeB: number): boolean {
  const [startA, startB] = [wordAt(a.words, nodeA + 2), wordAt(b.words, nodeB + 2)];
  return sameBytes(a.bytes, startA, wordAt(a.words, nodeA + 3), b.bytes, startB, wordAt(b.words, nodeB + 3));
}

/** Elements as the comparison aligns them. */
function* elements(context: JsonContext, pair: NodePair): Generator<NodePair> {
  const a = elementsOf(context, 'a', pair);
  const b = elementsOf(context, 'b', pair);
  if (changedByPosition(context, { ...pair, equalUntil: 0 }, a, b) === null)
    yield* alignedElements(context, pair, a, b);
  else {
    const isLast = lastOf(a.nodes.length, b.nodes.length);
    for (let i = 0; i < a.nodes.length; i++)
      yield {
        a: a.nodes[i] ?? 0,
        b: b.nodes[i] ?? 0,
        path: context.paths.element(pair.path, i),
        state: a.stateOf(i),
        move: null,
        at: null,
        isLast: isLast(true, true),
      };
  }
}

/**
 * Elements that are not at the same positions. One that moved stands at both of its places; in a list whose order does
 * not count, beside its partner at the recorded one.
 */
function* alignedElements(context: JsonContext, pair: NodePair, a: Elements, b: Elements): Generator<NodePair> {
  const { paths } = context;
  const { partner, keys } = alignElements(context, { ...pair, equalUntil: 0 }, a, b);
  const isFree = pair.state.acting.some(({ effect }) => RULE_TRAITS[effect.kind].isUnordered);
  const inOrder = inOrderOf(partner);
  const recordedOf = new Int32Array(b.nodes.length).fill(-1);
  for (let i = 0; i < partner.length; i++) {
    const j = partner[i] ?? -1;
    if (j >= 0) recordedOf[j] = i;
  }
  const isLast = lastOf(a.nodes.length, b.nodes.length);

  const made = (i: number, j: number, at: NodePair['at'], move: Move | null): NodePair => ({
    a: i < 0 ? -1 : (a.nodes[i] ?? -1),
    b: j < 0 ? -1 : (b.nodes[j] ?? -1),
    path: paths.element(pair.path, i < 0 ? j : i),
    state: i < 0 ? b.stateOf(j) : a.stateOf(i),
    move,
    at,
    isLast: isLast(i >= 0 && at !== 'replayed', j >= 0 && at !== 'recorded'),
  });
  const moveOf = (i: number, j: number): Move => {
    const key = keyText(context.a, a.nodes[i] ?? 0, keys);
    return { from: i, to: j, key, isFree, id: a.nodes[i] ?? 0 };
  };

  let next = 0;
  function* replayedUntil(end: number): Generator<NodePair> {
    for (; next < end; next++) {
      const i = recordedOf[next] ?? -1;
      if (i < 0) yield made(-1, next, null, null);
      else if (inOrder[i] !== 1 && !isFree) yield made(i, next, 'replayed', moveOf(i, next));
    }
  }
  for (let i = 0; i < a.nodes.length; i++) {
    const j = partner[i] ?? -1;
    if (inOrder[i] === 1) {
      yield* replayedUntil(j);
      next = j + 1;
      // Elements before it that went or came are not moves.
      yield made(i, j, null, null);
    } else if (j < 0) yield made(i, -1, null, null);
    else yield made(i, j, isFree ? null : 'recorded', moveOf(i, j));
  }
  yield* replayedUntil(b.nodes.length);
}

/** Counts the nodes of either side as they are shown, and returns whether each is the last. */
function lastOf(ofA: number, ofB: number): (hasA: boolean, hasB: boolean) => [boolean, boolean] {
  let [shownA, shownB] = [0, 0];
  return (hasA, hasB) => {
    if (hasA) shownA++;
    if (hasB) shownB++;
    return [shownA === ofA, shownB === ofB];
  };
}

/** Maximum characters of a key's value. */
const MAX_KEY_LENGTH = 40;

/** `sku=S-3`; null where no member identifies the element. */
function keyText(tape: Tape, element: number, keys: readonly (readonly string[])[]): string | null {
  const parts = keys.map((names) => {
    let node = element;
    for (const name of names) node = node < 0 ? -1 : memberOf(tape, node, name);
    const value = node < 0 ? '–' : typeOf(tape, node) === 'string' ? stringOf(tape, node) : textOf(tape, node);
    return `${cutText(names.join('.'), MAX_KEY_LENGTH)}=${cutText(value, MAX_KEY_LENGTH)}`;
  });
  return parts.length === 0 ? null : parts.join(', ');
}

function elementsOf(context: JsonContext, side: Side, pair: NodePair): Elements {
  const spans = context.rules.memory.spansOf(side === 'a' ? context.a : context.b, side === 'a' ? pair.a : pair.b);
  const { nodes } = spans;
  const stateOf = (i: number) => context.elementState(pair.state, side, i, nodes.length, nodes[i] ?? 0);
  return { ...spans, indices: null, stateOf };
}

/** 1 for each recorded element that is also in the replayed order: the longest such sequence. */
function inOrderOf(partner: Int32Array): Uint8Array {
  const inOrder = new Uint8Array(partner.length);
  if (isIncreasing(partner)) {
    for (let i = 0; i < partner.length; i++) if ((partner[i] ?? -1) >= 0) inOrder[i] = 1;
    return inOrder;
  }
  const paired: number[] = [];
  const partners: number[] = [];
  for (let i = 0; i < partner.length; i++) {
    const j = partner[i] ?? -1;
    if (j < 0) continue;
    paired.push(i);
    partners.push(j);
  }
  for (const index of increasing(partners)) inOrder[paired[index] ?? 0] = 1;
  return inOrder;
}

/** Whether all elements that have a partner keep their order, as in most lists. */
function isIncreasing(partner: Int32Array): boolean {
  let last = -1;
  for (let i = 0; i < partner.length; i++) {
    const j = partner[i] ?? -1;
    if (j < 0) continue;
    if (j < last) return false;
    last = j;
  }
  return true;
}
