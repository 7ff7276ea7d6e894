import { scanJson } from '../../platform/json/scan-json.ts';
import {
  childrenOf,
  endOf,
  isContainer,
  memberOf,
  nameOf,
  stringOf,
  type Tape,
  textOf,
  typeOf,
  wordAt,
} from '../../platform/json/tape.ts';
import type { Json } from '../../platform/json.ts';
import { accept, type Refusal, type Result, refuse } from '../../platform/result.ts';

/** Why a JSON text has no digest (evaluation 3.4). `validation_failed`: it contains a lone surrogate. */
export type StrictJsonRefusal = 'invalid_json' | 'duplicate_key' | 'number_out_of_range' | 'validation_failed';

/**
 * Parses JSON that every reader interprets the same (evaluation 3.4): UTF-8, no duplicate name in an object, no lone
 * surrogate, no integer beyond ±(2^53 - 1), no number beyond a double. An integer is a literal without fraction and
 * exponent.
 */
export function parseStrictJson(json: Uint8Array | string): Result<Json, StrictJsonRefusal> {
  if (typeof json === 'string' && !json.isWellFormed()) return LONE_SURROGATE;
  const bytes = typeof json === 'string' ? Buffer.from(json) : json;
  const tape = scanJson(bytes);
  if (tape === null) return refuse('invalid_json', 'the JSON is not readable');
  return firstAmbiguity(tape) ?? accept(JSON.parse(new TextDecoder().decode(bytes)));
}

const LONE_SURROGATE = refuse('validation_failed', 'a string contains half of a surrogate pair');

/** Uses an explicit stack instead of recursion, so that deeply nested input cannot overflow the call stack. */
function firstAmbiguity(tape: Tape): Refusal<StrictJsonRefusal> | null {
  if (!isContainer(tape, 0)) return scalarAmbiguity(tape, 0);
  const containers = [0];
  for (let container = containers.pop(); container !== undefined; container = containers.pop()) {
    const names = new Set<string>();
    const named = typeOf(tape, container) === 'object';
    for (const child of childrenOf(tape, container)) {
      if (named) {
        const name = nameOf(tape, child);
        if (!name.isWellFormed()) return LONE_SURROGATE;
        if (names.has(name)) return refuse('duplicate_key', 'an object repeats a member');
        names.add(name);
      }
      if (isContainer(tape, child)) containers.push(child);
      else {
        const ambiguous = scalarAmbiguity(tape, child);
        if (ambiguous) return ambiguous;
      }
    }
  }
  return null;
}

function scalarAmbiguity(tape: Tape, node: number): Refusal<StrictJsonRefusal> | null {
  switch (typeOf(tape, node)) {
    case 'string':
      return stringOf(tape, node).isWellFormed() ? null : LONE_SURROGATE;
    case 'number':
      return isExact(textOf(tape, node))
        ? null
        : refuse('number_out_of_range', 'a number exceeds the range of a double');
    default:
      return null;
  }
}

const isExact = (literal: string): boolean =>
  /^-?\d+$/.test(literal) ? Number.isSafeInteger(Number(literal)) : Number.isFinite(Number(literal));

/** The raw bytes of a member of a JSON object; the last one if its name repeats. Undefined if there is none. */
export function memberBytes(json: Uint8Array, name: string): Uint8Array | undefined {
  const tape = scanJson(json);
  if (tape === null) return undefined;
  const member = memberOf(tape, 0, name);
  return member < 0 ? undefined : json.subarray(wordAt(tape.words, member), endOf(tape, member));
}
