import type { Spans } from '../../../platform/json/spans.ts';
import { reverseFrom } from '../compare-objects.ts';
import { compareValues } from '../compare-values.ts';
import { firstDifferences } from '../first-differences.ts';
import { positionDifferences } from '../json/same-slice.ts';
import type { JsonContext, Pending, Side } from '../json-context.ts';
import { lengthNote } from '../length-note.ts';
import { reportSensitive, subjectsWithin } from '../report-new.ts';
import type { RuleState } from '../rules/rule-states.ts';
import { alignElements } from './align-arrays.ts';
import { elementIdentity } from './element-identity.ts';
import type { Elements } from './elements.ts';
import { identityCandidates } from './identity.ts';

/**
 * Compares two arrays: aligns their elements, compares the aligned ones, reports length once, and order once where it
 * counts (interface 2.4).
 */
export function compareArrays(context: JsonContext, pair: Pending): void {
  const first = context.pending.length;
  // The replayed text was scanned last: a large one is partly still in the cache.
  const { spansOf } = context.rules.memory;
  const spansB = spansOf(context.b, pair.b);
  const spansA = spansOf(context.a, pair.a);
  if (!comparedByPosition(context, pair, spansA, spansB)) {
    const a = elementsOf(context, 'a', spansA, pair.state);
    const b = elementsOf(context, 'b', spansB, pair.state);
    compareElements(context, pair, a.kept, b.kept, pair.path, pair.state);
    const ignored = a.ignored.nodes.length > 0 ? a.ignored : b.ignored;
    if (ignored.nodes.length > 0) {
      // The rule covers elements, not the array, so changes of their number are reported at the element's place.
      const listPath = context.paths.element(pair.path, ignored.indices?.[0] ?? 0);
      compareElements(context, pair, a.ignored, b.ignored, listPath, ignored.stateOf(0));
    }
  }
  reverseFrom(context.pending, first);
}

/** The common case: elements are compared with those at the same position. */
function comparedByPosition(context: JsonContext, pair: Pending, spansA: Spans, spansB: Spans): boolean {
  const changed = changedByPosition(context, pair, spansA, spansB);
  if (changed === null) return false;
  for (const { a, b, index, equalUntil, state } of changed) {
    compareValues(context, a, b, context.paths.element(pair.path, index), state, equalUntil);
  }
  return true;
}

/** Two elements at one position that differ. */
interface ChangedElement {
  a: number;
  b: number;
  index: number;
  equalUntil: number;
  state: RuleState;
}

/**
 * The elements that differ, if each belongs to the one at its position: both sides have as many, and those that differ
 * have the same identity (or there is only one, which is not evidence). Null otherwise. Decided without reading
 * elements that are byte-identical at the same position.
 */
export function changedByPosition(
  context: JsonContext,
  pair: Pending,
  spansA: Spans,
  spansB: Spans,
): ChangedElement[] | null {
  const { length } = spansA.nodes;
  if (length !== spansB.nodes.length || pair.state.acting.length > 0) return null;
  const changed: ChangedElement[] = [];
  const differenceAt = positionDifferences(context.a, context.b, spansA, spansB, pair);
  let sameIdentity: ((a: number, b: number) => boolean) | undefined;
  for (let index = 0; index < length; index++) {
    const equalUntil = differenceAt(index);
    if (equalUntil < 0) continue;
    const a = spansA.nodes[index] ?? 0;
    const b = spansB.nodes[index] ?? 0;
    const stateA = context.elementState(pair.state, 'a', index, length, a);
    const stateB = context.elementState(pair.state, 'b', index, length, b);
    if ((stateA.ignoredBy === null) !== (stateB.ignoredBy === null)) return null;
    const state = context.rules.both(stateA, stateB);
    if (state.ignoredBy === pair.state.ignoredBy) {
      sameIdentity ??= identityCheck(context, a, b);
      if (!sameIdentity(a, b)) return null;
    }
    changed.push({ a, b, index, equalUntil, state });
  }
  return changed;
}

/** Creates the check that two elements at one position have the same identity, from the first two that differ. */
function identityCheck(context: JsonContext, firstA: number, firstB: number): (a: number, b: number) => boolean {
  const [name] = identityCandidates(context.a, firstA);
  if (name === undefined) {
    const named = identityCandidates(context.b, firstB).length > 0;
    return (a) => !named && a === firstA;
  }
  const recorded = elementIdentity(context, 'a', name);
  const replayed = elementIdentity(context, 'b', name);
  return (a, b) => {
    const own = recorded(a);
    return own >= 0 && own === replayed(b);
  };
}

/** Ignored elements are compared separately, so that they do not disturb the alignment of the others. */
function elementsOf(context: JsonContext, side: Side, spans: Spans, state: RuleState) {
  const { nodes } = spans;
  const isOut = (own: RuleState) => own.ignoredBy !== null && state.ignoredBy === null;
  if (!state.needsNode) {
    const own = context.elementState(state, side, 0, nodes.length, 0);
    const none: Elements = { nodes: NONE, starts: NONE, ends: NONE, indices: NONE, stateOf: () => own };
    const all: Elements = { ...spans, indices: null, stateOf: () => own };
    return isOut(own) ? { kept: none, ignored: all } : { kept: all, ignored: none };
  }
  const states = Array.from(nodes, (node, index) => context.elementState(state, side, index, nodes.length, node));
  const those = (out: boolean): Elements => {
    const indices = Int32Array.from(states.keys()).filter((index) => isOut(states[index] ?? state) === out);
    const [ofNodes, starts, ends] = [nodes, spans.starts, spans.ends].map((list) =>
      indices.map((index) => list[index] ?? 0),
    );
    const stateOf = (i: number) => states[indices[i] ?? 0] ?? state;
    return { nodes: ofNodes ?? NONE, starts: starts ?? NONE, ends: ends ?? NONE, indices, stateOf };
  };
  return { kept: those(false), ignored: those(true) };
}

const NONE = new Int32Array(0);

function compareElements(
  context: JsonContext,
  pair: Pending,
  a: Elements,
  b: Elements,
  listPath: number,
  listState: RuleState,
): void {
  const alignment = alignElements(context, pair, a, b);
  const taken = new Uint8Array(b.nodes.length);
  const differs = alignment.differs ?? firstDifferences(context.a, context.b, a, b, alignment, pair);
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
    const both = context.rules.both(a.stateOf(i), b.stateOf(j));
    const path = context.paths.element(pair.path, a.indices?.[i] ?? i);
    compareValues(context, nodeA, nodeB, path, both, equalUntil);
  }
  const gained = b.nodes.length - (a.nodes.length - lost);
  if (lost > 0 || gained > 0) {
    const lengths = { recorded: a.nodes.length, replayed: b.nodes.length };
    const note = lengthNote(lengths, alignment.note, lost, gained);
    context.report('ARRAY_LENGTH', listPath, listState, pair.a, pair.b, note);
  }
  if (alignment.moved && !alignment.isKeyed) {
    context.report('ARRAY_ORDER', listPath, listState, pair.a, pair.b, alignment.note);
  }
  if (gained > 0) reportGained(context, pair, a, b, taken);
}

/** Gained elements may contain sensitive members, reported as new unless a recorded element has that member. */
function reportGained(context: JsonContext, pair: Pending, a: Elements, b: Elements, taken: Uint8Array): void {
  let known: ReadonlySet<number> | undefined;
  const recordedSubjects = () => {
    known ??= subjectsWithin(context, a.nodes, context.paths.element(pair.path, 0), pair.state);
    return known;
  };
  for (const [j, node] of b.nodes.entries()) {
    if (taken[j] === 1) continue;
    const path = context.paths.element(pair.path, b.indices?.[j] ?? j);
    reportSensitive(context, node, path, b.stateOf(j), recordedSubjects);
  }
}
