import {
  byteAt,
  endOf,
  isContainer,
  memberOf,
  sameBytes,
  type Tape,
  textOf,
  wordAt,
} from '../../../platform/json/tape.ts';
import { firstDifferences } from '../first-differences.ts';
import type { KnownPrefix } from '../json/same-slice.ts';
import { combined, type HashLanes, mix, scalarHash } from '../json/scalar-hash.ts';
import type { JsonContext, Side } from '../json-context.ts';
import { type Alignment, alignKeyed, type KeyedElements } from './align-elements.ts';
import type { Elements } from './elements.ts';

import { identityText } from './identity.ts';
import { type IdentityOf, matchIdentities } from './match-identities.ts';

/** Member paths of an array-key rule, each as its names, that identify an element (interface 11). */
type Keys = readonly (readonly string[])[];

/**
 * Aligns elements by the values of their keys; a missing member counts as a separate value. Hashes only propose the
 * pairs: elements with equal bytes have equal keys, and the keys of the others (`differs`, see `firstDifferences`) are
 * compared. If a proposed pair does not match, or a key repeats, key texts decide, and elements that share a key are
 * paired by content first.
 */
export function alignByKeys(
  context: JsonContext,
  known: KnownPrefix,
  a: Elements,
  b: Elements,
  keys: Keys,
): Alignment & { differs?: Int32Array } {
  const hashOf = (side: Side) => keyHash(context[side], keys, context.rules.memory.lanes);
  // Recorded keys that stand for replayed ones are equal as texts only.
  const proposed = context.recordedAlias ? null : matchIdentities(a.nodes, hashOf('a'), b.nodes, hashOf('b'));
  if (proposed !== null) {
    const { partner, moved } = proposed;
    const differs = firstDifferences(context.a, context.b, a, b, proposed, known);
    const holds = (at: number, i: number) =>
      at < 0 || sameKeys(context, a.nodes[i] ?? 0, b.nodes[partner[i] ?? 0] ?? 0, keys);
    if (differs.every(holds)) return { partner, moved, differs };
  }
  return alignKeyed(keyedElements(context, 'a', a, keys), keyedElements(context, 'b', b, keys));
}

/** Makes a hash that equal keys share. */
function keyHash(tape: Tape, keys: Keys, lanes: HashLanes): IdentityOf {
  const { pair } = lanes;
  return (element) => {
    let first = 0;
    let second = 0;
    for (const names of keys) {
      const node = keyOf(tape, element, names);
      if (node < 0) pair.fill(0);
      else if (isContainer(tape, node)) pair.fill(byteAt(tape.bytes, wordAt(tape.words, node)));
      else scalarHash(tape, node, lanes);
      first = Math.imul(first, 31) + mix(wordAt(pair, 0), 0x6b6579);
      second = Math.imul(second, 37) + mix(wordAt(pair, 1), 0x73);
    }
    pair[0] = first;
    pair[1] = second;
    return combined(pair);
  };
}

function sameKeys({ a, b }: JsonContext, elementA: number, elementB: number, keys: Keys): boolean {
  return keys.every((names) => {
    const keyA = keyOf(a, elementA, names);
    const keyB = keyOf(b, elementB, names);
    if (keyA < 0 || keyB < 0) return keyA === keyB;
    const [startA, startB] = [wordAt(a.words, keyA), wordAt(b.words, keyB)];
    return (
      sameBytes(a.bytes, startA, endOf(a, keyA), b.bytes, startB, endOf(b, keyB)) ||
      valueText(a, keyA) === valueText(b, keyB)
    );
  });
}

function keyedElements(context: JsonContext, side: Side, { nodes, stateOf }: Elements, names: Keys): KeyedElements {
  const alias = side === 'a' ? context.recordedAlias : undefined;
  const keys = Array.from(nodes, (element) => keyText(context[side], element, names, alias));
  return { keys, contents: keys.map((key, i) => `${key}${context.hash[side](nodes[i] ?? 0, stateOf(i))}`) };
}

const keyText = (tape: Tape, element: number, keys: Keys, alias: JsonContext['recordedAlias']): string =>
  JSON.stringify(
    keys.map((names) => {
      const node = keyOf(tape, element, names);
      if (node < 0) return null;
      const text = valueText(tape, node);
      if (alias === undefined || isContainer(tape, node)) return text;
      return text.startsWith('"') ? `"${alias(text.slice(1)) ?? text.slice(1)}` : (alias(text) ?? text);
    }),
  );

/** The member at that path; -1 if it does not exist. */
function keyOf(tape: Tape, element: number, names: readonly string[]): number {
  let node = element;
  for (const name of names) node = node < 0 ? -1 : memberOf(tape, node, name);
  return node;
}

const valueText = (tape: Tape, node: number): string => identityText(tape, node) ?? textOf(tape, node);
