import { canonicalDecimal } from '../values/canonical-decimal.ts';
import type { Filter } from './json-path.ts';
import { after, byteAt, hasName, NODE, stringOf, type Tape, textOf, typeOf, wordAt } from './tape.ts';

/** Steps that an evaluation may still take; below 0 it is used up. */
export interface StepBudget {
  steps: number;
}

/** Whether a filter selects the node that is being looked at. */
export type Matches = (filter: Filter) => boolean;

/**
 * Creates the function that evaluates `[?@.key=='v']` on one node. It takes a step per member passed and per 16
 * characters compared; when the budget is used up, no filter selects the node.
 */
export const matchesIn =
  (tape: Tape, node: number, budget: StepBudget): Matches =>
  (filter) =>
    passes(tape, node, filter, budget);

function passes(tape: Tape, node: number, { names, type, equals }: Filter, budget: StepBudget): boolean {
  let at = node;
  for (const name of names) {
    at = lastMember(tape, at, name, budget);
    if (at < 0) return false;
  }
  if (typeOf(tape, at) !== type) return false;
  const length = wordAt(tape.words, at + 1) - wordAt(tape.words, at);
  budget.steps -= 1 + (Math.min(length, MAX_ENCODED * equals.length + 2) >> 4);
  if (budget.steps < 0) return false;
  if (type === 'string') return isText(tape, at, equals);
  if (type !== 'number') return length === equals.length;
  budget.steps -= length >> 4;
  return budget.steps >= 0 && canonicalDecimal(textOf(tape, at)) === equals;
}

/** As `memberOf`: the last member of that name, -1 if there is none. */
function lastMember(tape: Tape, object: number, name: string, budget: StepBudget): number {
  if (typeOf(tape, object) !== 'object') return -1;
  const close = wordAt(tape.words, object + 1);
  const cost = 1 + (name.length >> 4);
  let found = -1;
  for (let member = object + NODE; member < close; member = after(tape, member)) {
    budget.steps -= cost;
    if (budget.steps < 0) return -1;
    if (hasName(tape, member, name)) found = member;
  }
  return found;
}

/** Maximum bytes that JSON uses for one UTF-16 unit (\uXXXX). */
const MAX_ENCODED = 6;

/** Compares bytes if the string has neither an escape nor a non-ASCII letter. */
function isText(tape: Tape, node: number, text: string): boolean {
  const start = wordAt(tape.words, node) + 1;
  const end = wordAt(tape.words, node + 1) - 1;
  if (end - start > MAX_ENCODED * text.length) return false;
  for (let at = start; at < end; at++) {
    const byte = byteAt(tape.bytes, at);
    if (byte === 0x5c || byte >= 0x80) return stringOf(tape, node) === text;
    if (byte !== text.charCodeAt(at - start)) return false;
  }
  return end - start === text.length;
}
