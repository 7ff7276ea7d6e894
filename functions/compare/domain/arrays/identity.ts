import { after, NODE, nameOf, stringOf, type Tape, textOf, typeOf, wordAt } from '../../../platform/json/tape.ts';
import { canonicalDecimal } from '../../../platform/values/canonical-decimal.ts';
import type { CompareMemory } from '../json/compare-memory.ts';
import { combined, scalarHash } from '../json/scalar-hash.ts';

/** Names that usually identify an element, most significant first. */
const IDENTITY_NAMES = [
  /^_?id$/i,
  /^(uuid|guid|ulid)$/i,
  /^(key|code|sku|slug|handle)$/i,
  /(Id|ID|_id|-id)$/,
  /(Uuid|Key|Code|Sku|Slug|No|Number|_key|_code|_no|_number)$/,
  /^name$/i,
];
const MAX_CANDIDATES = 6;

/** Names of an object's members that may identify it, most significant first. */
export function identityCandidates(tape: Tape, element: number): string[] {
  if (typeOf(tape, element) !== 'object') return [];
  const ranked: { name: string; rank: number }[] = [];
  const close = wordAt(tape.words, element + 1);
  for (let member = element + NODE; member < close; member = after(tape, member)) {
    const type = typeOf(tape, member);
    if (type !== 'string' && type !== 'number') continue;
    const name = nameOf(tape, member);
    const rank = IDENTITY_NAMES.findIndex((form) => form.test(name));
    if (rank >= 0) ranked.push({ name, rank });
  }
  return ranked
    .sort((a, b) => a.rank - b.rank)
    .slice(0, MAX_CANDIDATES)
    .map(({ name }) => name);
}

/** A number that equal strings or numbers share; -1 for anything else. */
export function identityHash(tape: Tape, node: number, { lanes }: CompareMemory): number {
  if (node < 0) return -1;
  const type = typeOf(tape, node);
  if (type !== 'string' && type !== 'number') return -1;
  scalarHash(tape, node, lanes);
  return combined(lanes.pair);
}

/** Makes the function that tells an element by its member of one name: `identityHash` of it, -1 where it has none. */
export function memberIdentity(tape: Tape, name: string, memory: CompareMemory): (element: number) => number {
  const find = memberFinder(tape, name, memory);
  return (element) => identityHash(tape, find(element), memory);
}

/** The canonical text of a string or number; null for anything else. */
export function identityText(tape: Tape, node: number): string | null {
  if (node < 0) return null;
  const type = typeOf(tape, node);
  if (type === 'string') return `"${stringOf(tape, node)}`;
  return type === 'number' ? canonicalDecimal(textOf(tape, node)) : null;
}

/** Finds the member of one name by its bytes as written. */
export function memberFinder(tape: Tape, name: string, memory: CompareMemory): (element: number) => number {
  const bytes = memory.encoded(name);
  return (element) => {
    if (typeOf(tape, element) !== 'object') return -1;
    const close = wordAt(tape.words, element + 1);
    for (let member = element + NODE; member < close; member = after(tape, member)) {
      const start = wordAt(tape.words, member + 2);
      if (wordAt(tape.words, member + 3) - start !== bytes.length) continue;
      let same = 0;
      while (same < bytes.length && tape.bytes[start + same] === bytes[same]) same++;
      if (same === bytes.length) return member;
    }
    return -1;
  };
}
