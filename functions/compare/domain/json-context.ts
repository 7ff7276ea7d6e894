import { type Names, nameBook } from '../../platform/json/names.ts';
import { matchesIn } from '../../platform/json/path-filter.ts';
import { endOf, type Tape, textOf, utf8, wordAt } from '../../platform/json/tape.ts';
import { type CanonicalHasher, canonicalHasher } from './canonical-hash.ts';
import type { ResponseDifferenceKind } from './difference.ts';
import type { DifferenceSink } from './difference-sink.ts';
import { type CompareBudget, compareBudget } from './json/compare-budget.ts';
import { type Base, type Paths, pathBook } from './json/paths.ts';
import { ignoredByRule } from './rules/ignored-by-rule.ts';
import type { RuleState, RuleStates } from './rules/rule-states.ts';

/** State shared within one comparison of two JSON texts. */
export interface JsonContext {
  a: Tape;
  b: Tape;
  names: Names;
  paths: Paths;
  rules: RuleStates;
  hash: { a: CanonicalHasher; b: CanonicalHasher };
  budget: CompareBudget;
  /** The replayed value that a recorded identity stands for (difference-sink.ts). */
  recordedAlias: DifferenceSink['recordedAlias'];
  /**
   * Stack of containers still to be compared. `equalUntil`: the bytes of `a` before it equal those of `b`, this one
   * does not.
   */
  pending: Pending[];
  /** Reports a difference at a place; -1 if a side has nothing. */
  report(kind: ResponseDifferenceKind, path: number, state: RuleState, a: number, b: number, note?: string): void;
  /** Compares JSON inside two strings as if it were inline; false if it nests too deep. */
  nested(a: Tape, b: Tape, path: number, state: RuleState): boolean;
  memberState(state: RuleState, name: number, a: number, b: number): RuleState;
  elementState(state: RuleState, side: Side, index: number, length: number, node: number): RuleState;
}

export type Side = 'a' | 'b';

export interface Pending {
  a: number;
  b: number;
  path: number;
  state: RuleState;
  equalUntil: number;
}

/** Maximum characters of a value that a difference shows. */
export const MAX_EXCERPT_LENGTH = 1000;

/** The beginning of a node as it was written. */
function excerpt(tape: Tape, node: number): string {
  const start = wordAt(tape.words, node);
  return cut(utf8(tape.bytes, start, Math.min(endOf(tape, node), start + 4 * MAX_EXCERPT_LENGTH)));
}

/** Cuts a text at 1,000 characters, never inside a character. */
export function cut(text: string): string {
  if (text.length <= MAX_EXCERPT_LENGTH) return text;
  const lastUnit = text.charCodeAt(MAX_EXCERPT_LENGTH - 1);
  return text.slice(0, lastUnit >= 0xd800 && lastUnit < 0xdc00 ? MAX_EXCERPT_LENGTH - 1 : MAX_EXCERPT_LENGTH);
}

/** Compares two texts located at `base` of a larger one; false if it declines. */
export type CompareNested = (a: Tape, b: Tape, state: RuleState, base: Base) => boolean;

/** Creates the context of one comparison; `base` is the location of its root in the response. */
export function jsonContext(
  a: Tape,
  b: Tape,
  rules: RuleStates,
  base: Base,
  sink: DifferenceSink,
  compareNested: CompareNested = () => false,
): JsonContext {
  const names = nameBook();
  const paths = pathBook(names, base);
  const seen = new Map<string, Set<number>>();
  const budget = compareBudget();
  /** Whether a difference of this subject was reported before; it is noted. */
  function isSeen(kind: ResponseDifferenceKind, rule: string | null, path: number): boolean {
    const group = `${kind} ${rule ?? ''}`;
    let subjects = seen.get(group);
    if (subjects === undefined) {
      subjects = new Set();
      seen.set(group, subjects);
    }
    const subject = paths.subjectOf(path);
    const isKnown = subjects.has(subject);
    if (!isKnown) subjects.add(subject);
    return isKnown;
  }

  return {
    a,
    b,
    names,
    paths,
    rules,
    hash: { a: canonicalHasher(a, names, rules, budget.filters), b: canonicalHasher(b, names, rules, budget.filters) },
    budget,
    recordedAlias: sink.recordedAlias,
    pending: [],

    report(kind, path, state, nodeA, nodeB, note) {
      const rule = ignoredByRule(rules, budget, kind, state, { tape: a, node: nodeA }, { tape: b, node: nodeB });
      if (!sink.everyLocation && isSeen(kind, rule, path)) return;
      if (sink.passesOver(kind, rule)) return;
      const shown = sink.everyLocation && kind === 'FIELD_VALUE' ? textOf : excerpt;
      const change = {
        kind,
        subject: paths.subjectText(path),
        recorded: nodeA < 0 ? null : shown(a, nodeA),
        replayed: nodeB < 0 ? null : shown(b, nodeB),
        rule,
      };
      if (sink.isCoveredAgain?.(change)) return;
      sink.add({ ...change, path: paths.pathText(path), ...(note === undefined ? {} : { note }) });
    },

    nested: (innerA, innerB, path, state) =>
      compareNested(innerA, innerB, state, { path: paths.pathText(path), subject: paths.subjectText(path) }),

    memberState(state, name, nodeA, nodeB) {
      if (state.settled) return state;
      const text = names.textOf(name);
      if (!state.needsNode) return rules.member(state, text, never);
      const ofA = nodeA < 0 ? null : rules.member(state, text, matchesIn(a, nodeA, budget.filters));
      const ofB = nodeB < 0 ? null : rules.member(state, text, matchesIn(b, nodeB, budget.filters));
      return ofA !== null && ofB !== null ? rules.both(ofA, ofB) : (ofA ?? ofB ?? state);
    },

    elementState(state, side, index, length, node) {
      if (state.settled) return state;
      const matches = state.needsNode ? matchesIn(side === 'a' ? a : b, node, budget.filters) : never;
      return rules.element(state, index, length, matches);
    },
  };
}

const never = () => false;
