import type { Names } from '../../platform/json/names.ts';
import { matchesIn, type StepBudget } from '../../platform/json/path-filter.ts';
import { after, byteAt, childrenOf, NODE, type Tape, wordAt } from '../../platform/json/tape.ts';
import { combined, mix, scalarHash } from './json/scalar-hash.ts';
import type { RuleState, RuleStates } from './rules/rule-states.ts';
import { RULE_TRAITS } from './rules/rule-traits.ts';

/** Hashes nodes of one text. */
export type CanonicalHasher = (node: number, state: RuleState) => number;

/** A container that is being hashed. */
interface Level {
  node: number;
  close: number;
  key: number;
  state: RuleState;
  ofMembers: boolean;
  unordered: boolean;
  length: number;
  count: number;
  first: number;
  second: number;
}

/**
 * Creates a hash function whose result equal values share, regardless of spelling, member order, and the order of
 * elements where a rule makes it irrelevant; nodes that a rule ignores do not count. The hash only proposes pairs,
 * which are then compared, so a collision can never hide a difference. Hashes of inner containers are cached: nested
 * arrays are read once.
 */
export function canonicalHasher(tape: Tape, names: Names, rules: RuleStates, filters: StepBudget): CanonicalHasher {
  const { bytes, words } = tape;
  const kept = new Map<number, number>();
  const { lanes } = rules.memory;
  const { pair } = lanes;

  return (root, start) => {
    const known = kept.get(root);
    if (known !== undefined) return known;
    const levels: Level[] = [];
    let node = root;
    let state = start;
    let key = 0;

    for (;;) {
      const type = byteAt(bytes, wordAt(words, node));
      const inner = kept.get(node);
      if (isSkipped(start, state, type, levels.at(-1))) node = after(tape, node);
      else if (inner === undefined && (type | 0x20) === 0x7b) {
        levels.push(levelOf(tape, node, key, state));
        node += NODE;
      } else {
        if (inner !== undefined) split(inner, pair);
        else if (acts(state, 'isLenient')) pair.fill(coarseHash(type));
        else scalarHash(tape, node, lanes);
        node = after(tape, node);
        if (levels.length === 0) return combined(pair);
        fold(levels.at(-1), key, pair);
      }

      for (let level = levels.at(-1); level !== undefined && node === level.close; level = levels.at(-1)) {
        levels.pop();
        pair[0] = mix(level.first, 0x85ebca6b);
        pair[1] = mix(level.second, 0xc2b2ae35);
        const hash = combined(pair);
        if (levels.length === 0) return hash;
        kept.set(level.node, hash);
        split(hash, pair);
        fold(levels.at(-1), level.key, pair);
        node += NODE;
      }

      const above = levels.at(-1);
      if (above === undefined) return 0;
      key = 0;
      state = above.state;
      if (above.ofMembers) {
        const name = names.idOf(tape, node);
        key = names.hashOf(name);
        if (!state.settled) state = rules.member(state, names.textOf(name), matchesIn(tape, node, filters));
      } else if (!state.settled) {
        state = rules.element(state, above.count++, above.length, matchesIn(tape, node, filters));
      }
    }
  };
}

function levelOf(tape: Tape, node: number, key: number, state: RuleState): Level {
  const first = byteAt(tape.bytes, wordAt(tape.words, node));
  const ofMembers = first === 0x7b;
  return {
    node,
    close: wordAt(tape.words, node + 1),
    key,
    state,
    ofMembers,
    unordered: ofMembers || acts(state, 'isUnordered'),
    length: state.needsNode ? childrenOf(tape, node).length : 0,
    count: 0,
    first,
    second: first,
  };
}

/** Members, and elements whose order does not count, are summed; other elements are chained. */
function fold(level: Level | undefined, key: number, lanes: Int32Array): void {
  if (level === undefined) return;
  const first = mix(wordAt(lanes, 0), key ^ 0x27d4eb2f);
  const second = mix(wordAt(lanes, 1), Math.imul(key, 0x01000193) ^ 0x165667b1);
  level.first = ((level.unordered ? level.first : Math.imul(level.first, 31)) + first) | 0;
  level.second = ((level.unordered ? level.second : Math.imul(level.second, 37)) + second) | 0;
}

const NULL = 0x6e;

const isSkipped = (start: RuleState, state: RuleState, type: number, level: Level | undefined) =>
  level !== undefined &&
  ((state.ignoredBy !== null && start.ignoredBy === null) ||
    (level.ofMembers && type === NULL && acts(state, 'skipsNull')));

const acts = ({ acting }: RuleState, trait: 'isUnordered' | 'isLenient' | 'skipsNull') =>
  acting.some(({ effect }) => RULE_TRAITS[effect.kind][trait]);

/** Where a rule lets values differ, only the type of the value counts. */
const coarseHash = (type: number) => (type === 0x2d || (type >= 0x30 && type <= 0x39) ? 0x30 : type);

/** A cached hash must restore the lanes it was combined from. */
function split(hash: number, lanes: Int32Array): void {
  lanes[0] = Math.floor(hash / 0x200000);
  lanes[1] = hash % 0x200000;
}
