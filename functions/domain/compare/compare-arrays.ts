import { alignElements, type Elements } from './align-arrays.ts';
import type { Alignment } from './align-elements.ts';
import { reverseFrom } from './compare-objects.ts';
import { compareValues } from './compare-values.ts';
import { identityCandidates, identityHash, memberFinder } from './identity.ts';
import type { JsonContext, Pending, Side } from './json-context.ts';
import { reportSensitive, subjectsWithin } from './report-new.ts';
import type { RuleState } from './rule-states.ts';
import { firstDifference } from './same-slice.ts';
import { childrenOf } from './tape.ts';

/** Compares two arrays: aligns their elements, compares the aligned ones, reports length and order once (interface 2.4). */
export function compareArrays(context: JsonContext, pair: Pending): void {
  const first = context.pending.length;
  const nodesA = childrenOf(context.a, pair.a);
  const nodesB = childrenOf(context.b, pair.b);
  if (!comparedByPosition(context, pair, nodesA, nodesB)) {
    const a = elementsOf(context, 'a', nodesA, pair.state);
    const b = elementsOf(context, 'b', nodesB, pair.state);
    compareElements(context, pair, a.kept, b.kept, pair.path, pair.state);
    const ignored = a.ignored.nodes.length > 0 ? a.ignored : b.ignored;
    if (ignored.nodes.length > 0) {
      // The rule covers elements, not the array: what became of them is told of their place.
      const place = context.paths.element(pair.path, ignored.indices[0] ?? 0);
      compareElements(context, pair, a.ignored, b.ignored, place, ignored.states[0] ?? pair.state);
    }
  }
  reverseFrom(context.pending, first);
}

/**
 * The common case, without a look at the elements that are the same bytes at the same place: as many on both sides, and
 * those that differ say of themselves that they are the same ones (or there is one only, which says nothing).
 */
function comparedByPosition(
  context: JsonContext,
  pair: Pending,
  nodesA: readonly number[],
  nodesB: readonly number[],
): boolean {
  const { length } = nodesA;
  if (length !== nodesB.length || pair.state.acting.length > 0) return false;
  const changed: { a: number; b: number; index: number; equalUntil: number; state: RuleState }[] = [];
  let sameIdentity: ((a: number, b: number) => boolean) | undefined;
  for (let index = 0; index < length; index++) {
    const a = nodesA[index] ?? 0;
    const b = nodesB[index] ?? 0;
    const equalUntil = firstDifference(context.a, context.b, a, b, pair);
    if (equalUntil < 0) continue;
    const stateA = context.elementState(pair.state, 'a', index, length, a);
    const stateB = context.elementState(pair.state, 'b', index, length, b);
    if ((stateA.ignoredBy === null) !== (stateB.ignoredBy === null)) return false;
    const state = context.rules.both(stateA, stateB);
    if (state.ignoredBy === pair.state.ignoredBy) {
      sameIdentity ??= identityCheck(context, a, b);
      if (!sameIdentity(a, b)) return false;
    }
    changed.push({ a, b, index, equalUntil, state });
  }
  for (const { a, b, index, equalUntil, state } of changed) {
    compareValues(context, a, b, context.paths.element(pair.path, index), state, equalUntil);
  }
  return true;
}

/** Makes the check that two elements at one place are the same one, from the first two that differ. */
function identityCheck(context: JsonContext, firstA: number, firstB: number): (a: number, b: number) => boolean {
  const [name] = identityCandidates(context.a, firstA);
  if (name === undefined) {
    const named = identityCandidates(context.b, firstB).length > 0;
    return (a) => !named && a === firstA;
  }
  const findA = memberFinder(context.a, name);
  const findB = memberFinder(context.b, name);
  return (a, b) => {
    const own = identityHash(context.a, findA(a));
    return own >= 0 && own === identityHash(context.b, findB(b));
  };
}

/** 0, 1, 2, …: one list for all that are no longer, so that large lists leave less behind. */
const shared: number[] = [];

function positions(count: number): number[] {
  if (count > MOST_SHARED) return Array.from({ length: count }, (_, index) => index);
  while (shared.length < count) shared.push(shared.length);
  return shared;
}

const MOST_SHARED = 100_000;

/** Ignored elements are compared apart, so that they do not disturb the alignment of the others. */
function elementsOf(context: JsonContext, side: Side, nodes: number[], state: RuleState) {
  const kept: Elements = { nodes: [], indices: [], states: [] };
  const ignored: Elements = { nodes: [], indices: [], states: [] };
  if (state.settled) {
    return { kept: { nodes, indices: positions(nodes.length), states: new Array(nodes.length).fill(state) }, ignored };
  }
  for (const [index, node] of nodes.entries()) {
    const own = context.elementState(state, side, index, nodes.length, node);
    const list = own.ignoredBy !== null && state.ignoredBy === null ? ignored : kept;
    list.nodes.push(node);
    list.indices.push(index);
    list.states.push(own);
  }
  return { kept, ignored };
}

/** Lists up to this are read quickly in any order. */
const MOST_NEAR = 2000;

function compareElements(
  context: JsonContext,
  pair: Pending,
  a: Elements,
  b: Elements,
  place: number,
  placeState: RuleState,
): void {
  const { state } = pair;
  const alignment = alignElements(context, a, b, state);
  const taken = new Uint8Array(b.nodes.length);
  const differs = firstDifferences(context, pair, a, b, alignment);
  let lost = 0;
  for (let i = 0; i < a.nodes.length; i++) {
    const nodeA = a.nodes[i] ?? 0;
    const j = alignment.partner[i] ?? -1;
    if (j < 0) {
      lost++;
      continue;
    }
    taken[j] = 1;
    const nodeB = b.nodes[j] ?? 0;
    const equalUntil = differs[i] ?? -1;
    if (equalUntil < 0) continue;
    const both = context.rules.both(a.states[i] ?? state, b.states[j] ?? state);
    const path = context.paths.element(pair.path, a.indices[i] ?? 0);
    compareValues(context, nodeA, nodeB, path, both, equalUntil);
  }
  const gained = b.nodes.length - (a.nodes.length - lost);
  if (lost > 0 || gained > 0) {
    const note = `${a.nodes.length} recorded, ${b.nodes.length} replayed, ${alignment.note}: ${lost} lost, ${gained} gained`;
    context.report('ARRAY_LENGTH', place, placeState, pair.a, pair.b, note);
  }
  if (alignment.moved) context.report('ARRAY_ORDER', place, placeState, pair.a, pair.b, alignment.note);
  if (gained > 0) reportGained(context, pair, a, b, taken);
}

/** Where each element first differs from its partner; -1 where it does not, or has none. */
function firstDifferences(
  context: JsonContext,
  pair: Pending,
  a: Elements,
  b: Elements,
  { partner, moved }: Alignment,
): Int32Array {
  const found = new Int32Array(a.nodes.length).fill(-1);
  const order = moved && b.nodes.length > MOST_NEAR ? nearOrder(partner) : null;
  for (let step = 0; step < found.length; step++) {
    const i = order === null ? step : (order[step] ?? 0);
    const j = partner[i] ?? -1;
    if (j >= 0) found[i] = firstDifference(context.a, context.b, a.nodes[i] ?? 0, b.nodes[j] ?? 0, pair);
  }
  return found;
}

/** Positions ordered so that partners that lie near each other come one after another: of a shuffled list, a stretch at a time stays in the cache. */
function nearOrder(partner: Int32Array): Int32Array {
  const stretches = (partner.length >> STRETCH_BITS) + 2;
  const next = new Int32Array(stretches + 1);
  const stretchOf = (i: number) => Math.min(stretches - 1, ((partner[i] ?? -1) >> STRETCH_BITS) + 1);
  for (let i = 0; i < partner.length; i++) next[stretchOf(i) + 1] = (next[stretchOf(i) + 1] ?? 0) + 1;
  for (let stretch = 1; stretch <= stretches; stretch++)
    next[stretch] = (next[stretch] ?? 0) + (next[stretch - 1] ?? 0);
  const order = new Int32Array(partner.length);
  for (let i = 0; i < partner.length; i++) {
    const stretch = stretchOf(i);
    const at = next[stretch] ?? 0;
    order[at] = i;
    next[stretch] = at + 1;
  }
  return order;
}

/** 8,192 elements of a stretch: their bytes stay near while it is compared. */
const STRETCH_BITS = 13;

/** Gained elements may bring sensitive members, news where no recorded element has that member. */
function reportGained(context: JsonContext, pair: Pending, a: Elements, b: Elements, taken: Uint8Array): void {
  let known: ReadonlySet<number> | undefined;
  const recordedPlaces = () => {
    known ??= subjectsWithin(context, a.nodes, context.paths.element(pair.path, 0), pair.state);
    return known;
  };
  for (const [j, node] of b.nodes.entries()) {
    if (taken[j] === 1) continue;
    const path = context.paths.element(pair.path, b.indices[j] ?? 0);
    reportSensitive(context, node, path, b.states[j] ?? pair.state, recordedPlaces);
  }
}
