import type { Names } from './names.ts';
import { matchesIn } from './rule-filter.ts';
import type { Effect, Pattern, RuleState, RuleStates } from './rule-states.ts';
import { after, byteAt, childrenOf, NODE, stringOf, type Tape, utf8, wordAt } from './tape.ts';

/**
 * A hash that equal values share, whatever their spelling and member order; nodes that a rule ignores do not count. It only
 * proposes which elements belong together: what it pairs is compared, so that a collision can never hide a difference.
 */
export function canonicalHash(tape: Tape, root: number, start: RuleState, names: Names, rules: RuleStates): number {
  const closes: number[] = [];
  const firsts: number[] = [];
  const seconds: number[] = [];
  const keys: number[] = [];
  const states: RuleState[] = [];
  const lengths: number[] = [];
  const counts: number[] = [];
  let first = 0;
  let second = 0;
  let node = root;
  let state = start;
  let key = 0;

  for (;;) {
    const type = byteAt(tape.bytes, wordAt(tape.words, node));
    const skipped =
      (state.ignoredBy !== null && start.ignoredBy === null) || (type === NULL && acts(state, 'null-is-absent'));
    if (skipped) node = after(tape, node);
    else if ((type | 0x20) === 0x7b) {
      closes.push(wordAt(tape.words, node + 1));
      firsts.push(type);
      seconds.push(type);
      keys.push(key);
      states.push(state);
      lengths.push(state.needsNode ? childrenOf(tape, node).length : 0);
      counts.push(0);
      node += NODE;
    } else {
      first = state.acting.length > 0 && state.acting.some(isLenient) ? coarseHash(type) : scalarHash(tape, node, type);
      second = mix(first, 0x9e3779b1);
      node += NODE;
      if (closes.length === 0) return combined(first, second);
      fold();
    }

    while (node === closes[closes.length - 1]) {
      closes.pop();
      states.pop();
      lengths.pop();
      counts.pop();
      first = mix(firsts.pop() ?? 0, 0x85ebca6b);
      second = mix(seconds.pop() ?? 0, 0xc2b2ae35);
      key = keys.pop() ?? 0;
      node += NODE;
      if (closes.length === 0) return combined(first, second);
      fold();
    }

    const top = closes.length - 1;
    const above = states[top] ?? start;
    if (wordAt(tape.words, node + 2) >= 0) {
      const name = names.idOf(tape, node);
      key = names.hashOf(name);
      state = above.settled ? above : rules.member(above, names.textOf(name), matchesIn(tape, node));
    } else {
      key = 0;
      const index = counts[top] ?? 0;
      counts[top] = index + 1;
      state = above.settled ? above : rules.element(above, index, lengths[top] ?? 0, matchesIn(tape, node));
    }
  }

  /** Members are summed, so that their order does not count; elements are chained. */
  function fold(): void {
    const top = closes.length - 1;
    const ofMember = isObjectClose(tape, closes[top] ?? 0) || acts(states[top] ?? start, 'ignore-order');
    firsts[top] = ofMember
      ? ((firsts[top] ?? 0) + mix(first, key)) | 0
      : (Math.imul(firsts[top] ?? 0, 31) + mix(first, 0x27d4eb2f)) | 0;
    seconds[top] = ofMember
      ? ((seconds[top] ?? 0) + mix(second, Math.imul(key, 0x01000193))) | 0
      : (Math.imul(seconds[top] ?? 0, 37) + mix(second, 0x165667b1)) | 0;
  }
}

const NULL = 0x6e;

const acts = ({ acting }: RuleState, kind: Effect['kind']) =>
  acting.length > 0 && acting.some(({ effect }) => effect.kind === kind);

const isLenient = ({ effect }: Pattern) => ['tolerance', 'time-tolerance', 'ignore-case'].includes(effect.kind);

/** Where a rule lets values differ, only what kind of value it is counts. */
const coarseHash = (type: number) => (type === 0x2d || type < 0x3a ? (type === 0x22 ? type : 0x30) : type);

const isObjectClose = ({ bytes, words }: Tape, close: number) =>
  byteAt(bytes, wordAt(words, wordAt(words, close))) === 0x7b;

function mix(hash: number, seed: number): number {
  let mixed = Math.imul(hash ^ seed, 0x85ebca6b);
  mixed ^= mixed >>> 13;
  mixed = Math.imul(mixed, 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}

/** 53 bits of two 32-bit hashes. */
const combined = (first: number, second: number) => (first >>> 0) * 0x200000 + (second >>> 11);

function scalarHash(tape: Tape, node: number, type: number): number {
  const { bytes, words } = tape;
  const start = wordAt(words, node);
  const end = wordAt(words, node + 1);
  if (type === 0x2d || (type >= 0x30 && type <= 0x39)) return numberHash(bytes, start, end);
  let hash = type;
  for (let i = start; i < end; i++) {
    const byte = byteAt(bytes, i);
    if (byte === 0x5c) return textHash(stringOf(tape, node));
    hash = Math.imul(hash ^ byte, 0x01000193);
  }
  return hash;
}

/** The hash of the same text written without an escape. */
function textHash(text: string): number {
  let hash = 0x22;
  for (const byte of encoder.encode(`"${text}"`)) hash = Math.imul(hash ^ byte, 0x01000193);
  return hash;
}

const encoder = new TextEncoder();
const double = new Float64Array(1);
const halves = new Int32Array(double.buffer);

/** Of the nearest double: numbers of one exact value share it. */
function numberHash(bytes: Uint8Array, start: number, end: number): number {
  double[0] = Number(utf8(bytes, start, end)) + 0;
  return mix(mix(wordAt(halves, 0), 0x6e756d), wordAt(halves, 1));
}
