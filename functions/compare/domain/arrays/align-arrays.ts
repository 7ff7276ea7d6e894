import { childrenOf, endOf, memberOf, nameOf, sameBytes, wordAt } from '../../../platform/json/tape.ts';
import type { JsonContext, Pending, Side } from '../json-context.ts';
import type { RuleState } from '../rules/rule-states.ts';
import { RULE_TRAITS } from '../rules/rule-traits.ts';
import { alignByKeys } from './align-by-keys.ts';
import { alignByMember, haveCommon } from './align-by-member.ts';
import { type Alignment, alignOccurrences, alignValues } from './align-elements.ts';
import { alignPositions } from './align-positions.ts';
import { elementIdentity } from './element-identity.ts';
import type { Elements } from './elements.ts';
import { identityCandidates } from './identity.ts';
import { matchIdentities } from './match-identities.ts';

/** Which elements belong together, and how that was decided. */
export interface ElementAlignment extends Alignment {
  note: string;
  /** The members that decided it, each by its names from the element on; empty where the content decided. */
  keys: readonly (readonly string[])[];
  /** Whether a rule makes the list a keyed collection, whose order does not count. */
  isKeyed: boolean;
  differs?: Int32Array;
}

/** Pairs elements by the keys of a rule, else by an identifying member, else by content. */
export function alignElements(context: JsonContext, pair: Pending, a: Elements, b: Elements): ElementAlignment {
  const { state } = pair;
  const byKeys = state.acting.find(({ effect }) => effect.kind === 'array-key');
  if (byKeys?.effect.kind === 'array-key') {
    const { keys } = byKeys.effect;
    const note = `aligned by ${keys.map((names) => names.join('.')).join(', ')} (rule)`;
    return { ...alignByKeys(context, pair, a, b, keys), note, keys, isKeyed: true };
  }
  return { ...alignUnkeyed(context, state, a, b), isKeyed: false };
}

function alignUnkeyed(
  context: JsonContext,
  state: RuleState,
  a: Elements,
  b: Elements,
): Omit<ElementAlignment, 'isKeyed'> {
  const byIdentity = alignByIdentity(context, state, a, b);
  if (byIdentity !== null) return byIdentity;
  const isUnordered = state.acting.some(({ effect }) => RULE_TRAITS[effect.kind].isUnordered);
  const byPosition = isUnordered ? null : alignPositions(context, state, a, b);
  if (byPosition !== null) return { ...byPosition, note: 'aligned by content', keys: [] };
  const [ofA, ofB] = [hashes(context, 'a', a), hashes(context, 'b', b)];
  if (isUnordered) {
    return { ...alignOccurrences(ofA, ofB), note: 'aligned by content, order ignored', keys: [] };
  }
  const byMember = !haveCommon(ofA, ofB) ? alignByMember(context, a, b, state) : null;
  return byMember ?? { ...alignValues(ofA, ofB), note: 'aligned by content', keys: [] };
}

/** Aligns by a member that identifies each element on both sides, if at least half of the identities are on both. */
function alignByIdentity(context: JsonContext, state: RuleState, a: Elements, b: Elements) {
  for (const name of identities(context, state, a)) {
    const identityOf = (side: Side) => elementIdentity(context, side, name);
    const matched = matchIdentities(a.nodes, identityOf('a'), b.nodes, identityOf('b'));
    if (matched === null) continue;
    const { partner, moved, common } = matched;
    const fewer = Math.min(a.nodes.length, b.nodes.length);
    if (common === 0 || common * 2 < fewer) continue;
    if (common < fewer) pairRenamed(context, name, a, b, partner);
    return { partner, moved, note: `aligned by ${name}`, keys: [[name]] };
  }
  return null;
}

/** Members of the first recorded element that may identify it; ignored members are excluded. */
function identities(context: JsonContext, state: RuleState, { nodes: [first], stateOf }: Elements): string[] {
  if (first === undefined) return [];
  const own = stateOf(0);
  return identityCandidates(context.a, first).filter((name) => {
    const member = memberOf(context.a, first, name);
    const id = context.names.idOf(context.a, member);
    return context.memberState(own, id, member, -1).ignoredBy === state.ignoredBy;
  });
}

/**
 * Pairs elements whose identity changed but at least half of whose other members did not, within the same gap of both
 * sides.
 */
function pairRenamed(context: JsonContext, identity: string, a: Elements, b: Elements, partner: Int32Array): void {
  const recordedOf = new Int32Array(b.nodes.length).fill(-1);
  for (const [i, j] of partner.entries()) if (j >= 0) recordedOf[j] = i;
  const gaps = new Map<number, number[]>();
  let before = -1;
  for (const [j, i] of recordedOf.entries()) {
    const gap = gaps.get(before);
    if (i >= 0) before = i;
    else if (gap === undefined) gaps.set(before, [j]);
    else gap.push(j);
  }
  for (const gap of gaps.values()) gap.reverse();
  before = -1;
  for (const [i, node] of a.nodes.entries()) {
    if ((partner[i] ?? -1) >= 0) {
      before = i;
      continue;
    }
    const j = gaps.get(before)?.pop();
    if (j !== undefined && similar(context, identity, node, b.nodes[j] ?? 0)) partner[i] = j;
  }
}

/** Containers count as equal only when they are small and byte-identical, so that nothing is read repeatedly. */
const MAX_COMPARED_BYTES = 4096;

function similar({ a, b }: JsonContext, identity: string, nodeA: number, nodeB: number): boolean {
  const membersA = childrenOf(a, nodeA);
  const membersB = childrenOf(b, nodeB);
  let same = 0;
  for (const member of membersA) {
    const name = nameOf(a, member);
    if (name === identity) continue;
    const other = memberOf(b, nodeB, name);
    if (other < 0) continue;
    const [startA, startB] = [wordAt(a.words, member), wordAt(b.words, other)];
    const [endA, endB] = [endOf(a, member), endOf(b, other)];
    if (endA - startA <= MAX_COMPARED_BYTES && sameBytes(a.bytes, startA, endA, b.bytes, startB, endB)) same++;
  }
  return same * 2 >= Math.max(membersA.length, membersB.length) - 1;
}

function hashes({ hash }: JsonContext, side: Side, { nodes, stateOf }: Elements): Float64Array {
  const found = new Float64Array(nodes.length);
  for (let i = 0; i < nodes.length; i++) found[i] = hash[side](nodes[i] ?? 0, stateOf(i));
  return found;
}
