import { type Alignment, alignValues, increasing } from './align-elements.ts';
import { canonicalHash } from './canonical-hash.ts';
import { reverseFrom } from './compare-objects.ts';
import { compareValues } from './compare-values.ts';
import { identitiesOf, identityCandidates, identityText, memberFinder } from './identity.ts';
import type { JsonContext, Pending, Side } from './json-context.ts';
import { reportSensitive, subjectsWithin } from './report-new.ts';
import type { RuleState } from './rule-states.ts';
import { firstDifference } from './same-slice.ts';
import { childrenOf, memberOf, nameOf, textOf } from './tape.ts';

/** One element of one side, with the place and the rules it stands under. */
interface Element {
  node: number;
  index: number;
  state: RuleState;
}

/** Compares two arrays: aligns their elements, compares the aligned ones, reports length and order once (interface 2.4). */
export function compareArrays(context: JsonContext, pair: Pending): void {
  const first = context.pending.length;
  const a = elementsOf(context, 'a', pair.a, pair.state);
  const b = elementsOf(context, 'b', pair.b, pair.state);
  compareLists(context, pair, a.kept, b.kept, pair.path, pair.state.ignoredBy);
  const ignored = a.ignored[0] ?? b.ignored[0];
  if (ignored !== undefined) {
    // The rule covers elements, not the array: what became of them is told of their place.
    const place = context.paths.element(pair.path, ignored.index);
    compareLists(context, pair, a.ignored, b.ignored, place, ignored.state.ignoredBy);
  }
  reverseFrom(context.pending, first);
}

/** Ignored elements are compared apart, so that they do not disturb the alignment of the others. */
function elementsOf(context: JsonContext, side: Side, array: number, state: RuleState) {
  const nodes = childrenOf(context[side], array);
  const kept: Element[] = [];
  const ignored: Element[] = [];
  for (const [index, node] of nodes.entries()) {
    const own = context.elementState(state, side, index, nodes.length, node);
    const list = own.ignoredBy !== null && state.ignoredBy === null ? ignored : kept;
    list.push({ node, index, state: own });
  }
  return { kept, ignored };
}

function compareLists(
  context: JsonContext,
  pair: Pending,
  a: readonly Element[],
  b: readonly Element[],
  place: number,
  rule: string | null,
) {
  const { pairs, moved, note } = align(context, pair, a, b);
  for (const [i, j] of pairs) {
    const elementA = a[i];
    const elementB = b[j];
    if (elementA === undefined || elementB === undefined) continue;
    const equalUntil = firstDifference(context.a, context.b, elementA.node, elementB.node, pair);
    if (equalUntil < 0) continue;
    const state = context.rules.both(elementA.state, elementB.state);
    const path = context.paths.element(pair.path, elementA.index);
    compareValues(context, elementA.node, elementB.node, path, state, equalUntil);
  }
  const lost = a.length - pairs.length;
  const gained = b.length - pairs.length;
  if (lost > 0 || gained > 0) {
    const text = `${a.length} recorded, ${b.length} replayed, ${note}: ${lost} lost, ${gained} gained`;
    context.report('ARRAY_LENGTH', place, rule, pair.a, pair.b, text);
  }
  if (moved) context.report('ARRAY_ORDER', place, rule, pair.a, pair.b, note);
  if (gained > 0) reportGained(context, pair, a, b, new Set(pairs.map(([, j]) => j)));
}

function reportGained(
  context: JsonContext,
  pair: Pending,
  a: readonly Element[],
  b: readonly Element[],
  paired: Set<number>,
) {
  let known: ReadonlySet<number> | undefined;
  const recordedPlaces = () => {
    const path = context.paths.element(pair.path, 0);
    known ??= subjectsWithin(
      context,
      a.map(({ node }) => node),
      path,
      pair.state,
    );
    return known;
  };
  for (const [j, { node, index, state }] of b.entries()) {
    if (paired.has(j)) continue;
    reportSensitive(context, node, context.paths.element(pair.path, index), state, recordedPlaces);
  }
}

function align(
  context: JsonContext,
  pair: Pending,
  a: readonly Element[],
  b: readonly Element[],
): Alignment & { note: string } {
  const changed = positionsThatDiffer(context, pair, a, b);
  if (a.length === b.length && (changed.length === 0 || sameIdentities(context, a, b, changed))) return byPosition(a);
  const byIdentity = alignByIdentity(context, pair.state, a, b);
  if (byIdentity !== null) return byIdentity;
  if (a.length === b.length && changed.length === 1) return byPosition(a);
  return { ...alignValues(hashes(context, 'a', a), hashes(context, 'b', b)), note: 'aligned by content' };
}

const byPosition = (a: readonly Element[]) => ({
  pairs: a.map((_, i) => [i, i] as const),
  moved: false,
  note: 'aligned by position',
});

function positionsThatDiffer(context: JsonContext, pair: Pending, a: readonly Element[], b: readonly Element[]) {
  const changed: number[] = [];
  if (a.length !== b.length) return changed;
  for (const [i, { node }] of a.entries()) {
    if (firstDifference(context.a, context.b, node, b[i]?.node ?? 0, pair) >= 0) changed.push(i);
  }
  return changed;
}

/** Whether the elements that differ say of themselves, position by position, that they are the same ones. */
function sameIdentities(
  { a: tapeA, b: tapeB }: JsonContext,
  a: readonly Element[],
  b: readonly Element[],
  changed: readonly number[],
) {
  const [name] = identityCandidates(tapeA, a[changed[0] ?? 0]?.node ?? 0);
  if (name === undefined) return false;
  const find = { a: memberFinder(tapeA, name), b: memberFinder(tapeB, name) };
  return changed.every((i) => {
    const own = identityText(tapeA, find.a(a[i]?.node ?? 0));
    return own !== null && own === identityText(tapeB, find.b(b[i]?.node ?? 0));
  });
}

/** By a member that names each element on both sides, where at least half of the names are on both. */
function alignByIdentity(context: JsonContext, state: RuleState, a: readonly Element[], b: readonly Element[]) {
  const [firstA] = a;
  const [firstB] = b;
  if (firstA === undefined || firstB === undefined) return null;
  const names = identityCandidates(context.a, firstA.node).filter((name) => {
    const member = memberOf(context.a, firstA.node, name);
    return (
      context.memberState(firstA.state, context.names.idOf(context.a, member), member, -1).ignoredBy === state.ignoredBy
    );
  });
  for (const name of names) {
    const identitiesA = identitiesOf(context.a, nodesOf(a), memberFinder(context.a, name));
    const identitiesB = identitiesA && identitiesOf(context.b, nodesOf(b), memberFinder(context.b, name));
    if (identitiesA === null || identitiesB === null) continue;
    const pairs: (readonly [number, number])[] = [];
    for (const [identity, i] of identitiesA) {
      const j = identitiesB.get(identity);
      if (j !== undefined) pairs.push([i, j]);
    }
    if (pairs.length === 0 || pairs.length * 2 < Math.min(a.length, b.length)) continue;
    const moved = increasing(pairs.map(([, j]) => j)).length < pairs.length;
    return { pairs: withRenamed(context, name, a, b, pairs), moved, note: `aligned by ${name}` };
  }
  return null;
}

const nodesOf = (elements: readonly Element[]) => elements.map(({ node }) => node);

/** Adds the elements whose identity changed while at least half of their other members stayed, in the same gap of both sides. */
function withRenamed(
  context: JsonContext,
  identity: string,
  a: readonly Element[],
  b: readonly Element[],
  pairs: readonly (readonly [number, number])[],
) {
  if (pairs.length === Math.min(a.length, b.length)) return pairs;
  const recordedOf = new Map(pairs.map(([i, j]) => [j, i]));
  const gaps = new Map<number, number[]>();
  let before = -1;
  for (let j = 0; j < b.length; j++) {
    const i = recordedOf.get(j);
    if (i !== undefined) before = i;
    else gaps.set(before, [...(gaps.get(before) ?? []), j]);
  }
  const replayedOf = new Map(pairs);
  const renamed: (readonly [number, number])[] = [];
  before = -1;
  for (const [i, { node }] of a.entries()) {
    if (replayedOf.has(i)) {
      before = i;
      continue;
    }
    const j = gaps.get(before)?.shift();
    if (j !== undefined && similar(context, identity, node, b[j]?.node ?? 0)) renamed.push([i, j]);
  }
  return [...pairs, ...renamed].sort(([i], [j]) => i - j);
}

function similar({ a, b }: JsonContext, identity: string, nodeA: number, nodeB: number): boolean {
  const membersA = childrenOf(a, nodeA);
  const membersB = childrenOf(b, nodeB);
  let same = 0;
  for (const member of membersA) {
    const name = nameOf(a, member);
    if (name === identity) continue;
    const other = memberOf(b, nodeB, name);
    if (other >= 0 && textOf(a, member) === textOf(b, other)) same++;
  }
  return same * 2 >= Math.max(membersA.length, membersB.length) - 1;
}

function hashes(context: JsonContext, side: Side, elements: readonly Element[]): number[] {
  return elements.map(({ node, state }) => canonicalHash(context[side], node, state, context.names, context.rules));
}
