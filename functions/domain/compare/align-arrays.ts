import { alignByMember, commonCount } from './align-by-member.ts';
import { type Alignment, alignOccurrences, alignValues } from './align-elements.ts';
import { identitiesOf, identityCandidates, identityHash, identityText, memberFinder } from './identity.ts';
import { type IdentityTable, identityTable } from './identity-table.ts';
import type { JsonContext, Side } from './json-context.ts';
import type { RuleState } from './rule-states.ts';
import { childrenOf, endOf, memberOf, nameOf, sameBytes, type Tape, textOf, wordAt } from './tape.ts';

/** Elements of one side with their places and the rules they stand under, side by side. */
export interface Elements {
  nodes: number[];
  indices: number[];
  states: RuleState[];
}

/** Decides which elements belong together: by a member that names them, else by content; `note` says how. */
export function alignElements(
  context: JsonContext,
  a: Elements,
  b: Elements,
  state: RuleState,
): Alignment & { note: string } {
  const byKeys = state.acting.find(({ effect }) => effect.kind === 'array-key');
  if (byKeys?.effect.kind === 'array-key') {
    const { keys } = byKeys.effect;
    const note = `aligned by ${keys.map((names) => names.join('.')).join(', ')} (rule)`;
    return { ...alignOccurrences(keyTexts(context.a, a, keys), keyTexts(context.b, b, keys)), note };
  }
  const byIdentity = alignByIdentity(context, state, a, b);
  if (byIdentity !== null) return byIdentity;
  const [ofA, ofB] = [hashes(context, 'a', a), hashes(context, 'b', b)];
  if (state.acting.some(({ effect }) => effect.kind === 'ignore-order')) {
    return { ...alignOccurrences(ofA, ofB, true), note: 'aligned by content, order ignored' };
  }
  const byMember = commonCount(ofA, ofB) === 0 ? alignByMember(context, a, b, state) : null;
  return byMember ?? { ...alignValues(ofA, ofB), note: 'aligned by content' };
}

/** The values of the members that a rule says name an element; what an element lacks counts as a value of its own. */
function keyTexts(tape: Tape, { nodes }: Elements, keys: readonly (readonly string[])[]): string[] {
  return nodes.map((element) =>
    JSON.stringify(
      keys.map((names) => {
        let node = element;
        for (const name of names) node = node < 0 ? -1 : memberOf(tape, node, name);
        return node < 0 ? null : (identityText(tape, node) ?? textOf(tape, node));
      }),
    ),
  );
}

/** By a member that names each element on both sides, where at least half of the names are on both. */
function alignByIdentity(context: JsonContext, state: RuleState, a: Elements, b: Elements) {
  for (const name of identities(context, state, a)) {
    const replayed = identitiesOf(context.b, b.nodes, memberFinder(context.b, name));
    const partner = replayed && partnersOf(context.a, a.nodes, memberFinder(context.a, name), replayed, b.nodes.length);
    if (partner === null) continue;
    const order = partner.filter((j) => j >= 0);
    const fewer = Math.min(a.nodes.length, b.nodes.length);
    if (order.length === 0 || order.length * 2 < fewer) continue;
    if (order.length < fewer) pairRenamed(context, name, a, b, partner);
    return { partner, moved: !ascends(order), note: `aligned by ${name}` };
  }
  return null;
}

/** The partner of each recorded element; null where one has no identity or two share one. */
function partnersOf(
  tape: Tape,
  elements: readonly number[],
  member: (element: number) => number,
  replayed: IdentityTable,
  count: number,
): Int32Array | null {
  const partner = new Int32Array(elements.length).fill(-1);
  const taken = new Uint8Array(count);
  const others = identityTable(elements.length);
  for (const [i, element] of elements.entries()) {
    const identity = identityHash(tape, member(element));
    if (identity < 0) return null;
    const j = replayed.indexOf(identity);
    if (j < 0 ? !others.add(identity, i) : taken[j] === 1) return null;
    partner[i] = j;
    if (j >= 0) taken[j] = 1;
  }
  return partner;
}

const ascends = (order: Int32Array) => order.every((j, index) => index === 0 || j > (order[index - 1] ?? 0));

/** Members of the first recorded element that may name it; one that a rule ignores names nothing. */
function identities(context: JsonContext, state: RuleState, { nodes: [first], states: [own] }: Elements): string[] {
  if (first === undefined || own === undefined) return [];
  return identityCandidates(context.a, first).filter((name) => {
    const member = memberOf(context.a, first, name);
    const id = context.names.idOf(context.a, member);
    return context.memberState(own, id, member, -1).ignoredBy === state.ignoredBy;
  });
}

/** Pairs elements whose identity changed while at least half of their other members stayed, in the same gap of both sides. */
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

/** Containers count as the same when they are small and the same bytes: nothing is read again and again. */
const LONGEST_LOOK = 4096;

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
    if (endA - startA <= LONGEST_LOOK && sameBytes(a.bytes, startA, endA, b.bytes, startB, endB)) same++;
  }
  return same * 2 >= Math.max(membersA.length, membersB.length) - 1;
}

const hashes = ({ rules, hash }: JsonContext, side: Side, { nodes, states }: Elements): number[] =>
  nodes.map((node, i) => hash[side](node, states[i] ?? rules.root));
