import { scanJson } from '../../platform/json/scan-json.ts';
import { byteAt, isContainer, stringOf, type Tape, textOf, typeOf, wordAt } from '../../platform/json/tape.ts';
import type { TapeWords } from '../../platform/json/tape-words.ts';
import { sameDecimals } from './json/decimal.ts';
import type { JsonContext } from './json-context.ts';
import { reportSensitive } from './report-new.ts';
import type { RuleState } from './rules/rule-states.ts';

/** Compares two values whose bytes differ at `equalUntil`: scalars immediately, containers later. */
export function compareValues(
  context: JsonContext,
  nodeA: number,
  nodeB: number,
  path: number,
  state: RuleState,
  equalUntil: number,
): void {
  const { a, b } = context;
  const type = typeOf(a, nodeA);
  if (type !== typeOf(b, nodeB)) {
    context.report('FIELD_TYPE', path, state, nodeA, nodeB);
    if (isContainer(b, nodeB)) reportSensitive(context, nodeB, path, state);
  } else if (type === 'object' || type === 'array') {
    context.pending.push({ a: nodeA, b: nodeB, path, state, equalUntil });
  } else if (!sameScalars(a, nodeA, b, nodeB) && !comparedInside(context, nodeA, nodeB, path, state)) {
    context.report('FIELD_VALUE', path, state, nodeA, nodeB);
  }
}

/** Two strings that both contain a JSON object or array are compared as JSON. */
function comparedInside(context: JsonContext, nodeA: number, nodeB: number, path: number, state: RuleState): boolean {
  const { words } = context.rules.memory;
  const innerA = innerJson(context.a, nodeA, words);
  const innerB = innerA && innerJson(context.b, nodeB, words);
  const compared = innerA !== null && innerB !== null && context.nested(innerA, innerB, path, state);
  if (innerA !== null) words.give(innerA.words);
  if (innerB !== null) words.give(innerB.words);
  return compared;
}

function innerJson(tape: Tape, node: number, words: TapeWords): Tape | null {
  const first = byteAt(tape.bytes, wordAt(tape.words, node) + 1);
  // An object or array, or an escape or a space that may precede one.
  if ((first | 0x20) !== 0x7b && first !== 0x5c && first !== 0x20) return null;
  if (typeOf(tape, node) !== 'string') return null;
  const text = stringOf(tape, node);
  const inner = text.isWellFormed() ? scanJson(Buffer.from(text), words) : null;
  return inner !== null && isContainer(inner, 0) ? inner : null;
}

/**
 * Whether two scalars of one type with different bytes are the same value: numbers exactly, strings by their
 * characters.
 */
export function sameScalars(a: Tape, nodeA: number, b: Tape, nodeB: number): boolean {
  switch (typeOf(a, nodeA)) {
    case 'number':
      return sameDecimals(textOf(a, nodeA), textOf(b, nodeB));
    case 'string':
      return (hasEscape(a, nodeA) || hasEscape(b, nodeB)) && stringOf(a, nodeA) === stringOf(b, nodeB);
    default:
      return textOf(a, nodeA) === textOf(b, nodeB);
  }
}

function hasEscape({ bytes, words }: Tape, node: number): boolean {
  const end = wordAt(words, node + 1);
  for (let at = wordAt(words, node); at < end; at++) if (byteAt(bytes, at) === 0x5c) return true;
  return false;
}
