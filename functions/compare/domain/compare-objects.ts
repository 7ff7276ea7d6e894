import { after, childrenOf, NODE, sameBytes, type Tape, wordAt } from '../../platform/json/tape.ts';
import { compareValues } from './compare-values.ts';
import { firstDifference } from './json/same-slice.ts';
import type { JsonContext, Pending } from './json-context.ts';
import { reportNew } from './report-new.ts';

/** Compares two objects member by member: side by side while names agree, then by name. */
export function compareObjects(context: JsonContext, pair: Pending): void {
  const { a, b, pending } = context;
  const closeA = wordAt(a.words, pair.a + 1);
  const closeB = wordAt(b.words, pair.b + 1);
  const first = pending.length;
  let memberA = pair.a + NODE;
  let memberB = pair.b + NODE;
  while (memberA < closeA && memberB < closeB && sameName(a, memberA, b, memberB)) {
    compareMembers(context, pair, memberA, memberB);
    memberA = after(a, memberA);
    memberB = after(b, memberB);
  }
  if (memberA < closeA || memberB < closeB) {
    matchMembers(context, pair, from(childrenOf(a, pair.a), memberA), from(childrenOf(b, pair.b), memberB));
  }
  reverseFrom(pending, first);
}

const from = (members: readonly number[], first: number) => members.filter((member) => member >= first);

function compareMembers(context: JsonContext, pair: Pending, memberA: number, memberB: number): void {
  const equalUntil = firstDifference(context.a, context.b, memberA, memberB, pair);
  if (equalUntil < 0) return;
  const name = context.names.idOf(context.a, memberA);
  const state = context.memberState(pair.state, name, memberA, memberB);
  compareValues(context, memberA, memberB, context.paths.member(pair.path, name), state, equalUntil);
}

function sameName(a: Tape, memberA: number, b: Tape, memberB: number): boolean {
  return sameBytes(
    a.bytes,
    wordAt(a.words, memberA + 2),
    wordAt(a.words, memberA + 3),
    b.bytes,
    wordAt(b.words, memberB + 2),
    wordAt(b.words, memberB + 3),
  );
}

const REPEATED = 'this name repeats in one object';

/**
 * Pairs members by name. The last ones of a repeated name are paired, since parsers keep the last; the others are
 * missing or new, so that a repeat on one side never passes.
 */
function matchMembers(context: JsonContext, pair: Pending, membersA: readonly number[], membersB: readonly number[]) {
  const { a, b, names, paths } = context;
  const lasts = new Map<number, number>();
  const earlier = new Int32Array(membersB.length).fill(-1);
  for (const [index, member] of membersB.entries()) {
    const name = names.idOf(b, member);
    earlier[index] = lasts.get(name) ?? -1;
    lasts.set(name, index);
  }
  const partner = new Int32Array(membersA.length).fill(-1);
  const taken = new Uint8Array(membersB.length);
  const repeated = new Set<number>();
  for (let index = membersA.length - 1; index >= 0; index--) {
    const name = names.idOf(a, membersA[index] ?? 0);
    const other = lasts.get(name);
    if (other === undefined) continue;
    repeated.add(name);
    if (other < 0) continue;
    partner[index] = other;
    taken[other] = 1;
    lasts.set(name, earlier[other] ?? -1);
  }
  for (const [index, memberA] of membersA.entries()) {
    const other = partner[index] ?? -1;
    if (other >= 0) {
      compareMembers(context, pair, memberA, membersB[other] ?? 0);
      continue;
    }
    const name = names.idOf(a, memberA);
    const state = context.memberState(pair.state, name, memberA, -1);
    const note = repeated.has(name) ? REPEATED : undefined;
    context.report('FIELD_MISSING', paths.member(pair.path, name), state, memberA, -1, note);
  }
  for (const [index, memberB] of membersB.entries()) {
    if (taken[index] === 1) continue;
    const name = names.idOf(b, memberB);
    const state = context.memberState(pair.state, name, -1, memberB);
    reportNew(context, memberB, paths.member(pair.path, name), state, repeated.has(name) ? REPEATED : undefined);
  }
}

/** The stack pops the last first; document order keeps known prefixes useful and examples early. */
export function reverseFrom(pending: Pending[], first: number): void {
  for (let low = first, high = pending.length - 1; low < high; low++, high--) {
    const swapped = pending[low];
    const other = pending[high];
    if (swapped === undefined || other === undefined) return;
    pending[low] = other;
    pending[high] = swapped;
  }
}
