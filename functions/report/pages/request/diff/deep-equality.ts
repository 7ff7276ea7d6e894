import { canonicalHasher } from '../../../../compare/domain/canonical-hash.ts';
import { sameScalars } from '../../../../compare/domain/compare-values.ts';
import type { JsonContext } from '../../../../compare/domain/json-context.ts';
import { ruleStates } from '../../../../compare/domain/rules/rule-states.ts';
import { endOf, isClose, isContainer, NODE, type Tape, typeOf, wordAt } from '../../../../platform/json/tape.ts';
import { firstDifference } from './highlighted-cells.ts';
import { isSameAsWritten } from './is-same-as-written.ts';
import { hasSameName } from './json-pairs.ts';

/** Whether two containers that lie too deep to be opened have equal content. */
export function deepEquality({ a, b, names, budget }: JsonContext): (nodeA: number, nodeB: number) => boolean {
  const plain = ruleStates([]);
  const [hashA, hashB] = [
    canonicalHasher(a, names, plain, budget.filters),
    canonicalHasher(b, names, plain, budget.filters),
  ];
  return (nodeA, nodeB) => sameInOrder(a, nodeA, b, nodeB) ?? hashA(nodeA, plain.root) === hashB(nodeB, plain.root);
}

/**
 * Compares two containers node by node as they are written, without hashing them: the first value that differs decides.
 * Null if their structure differs: members may have another order.
 */
function sameInOrder(a: Tape, containerA: number, b: Tape, containerB: number): boolean | null {
  const end = wordAt(a.words, containerA + 1);
  if (end - containerA !== wordAt(b.words, containerB + 1) - containerB) return null;
  const shift = containerB - containerA;
  for (let node = firstDifferent(a, containerA, b, containerB); node < end; node += NODE) {
    const other = node + shift;
    if (isClose(a, node) || isClose(b, other)) {
      if (!isClose(a, node) || !isClose(b, other)) return null;
      if (wordAt(a.words, node) + shift !== wordAt(b.words, other)) return null;
      continue;
    }
    if (node > containerA && !hasSameName(a, node, b, other)) return null;
    if (typeOf(a, node) !== typeOf(b, other)) return null;
    if (isContainer(a, node) || isSameAsWritten(a, node, b, other)) continue;
    if (!sameScalars(a, node, b, other)) return false;
  }
  return true;
}

/** The last node of a container that begins before the first byte that differs: those before it are the same. */
function firstDifferent(a: Tape, containerA: number, b: Tape, containerB: number): number {
  const [startA, startB] = [wordAt(a.words, containerA), wordAt(b.words, containerB)];
  const [left, right] = [
    a.bytes.subarray(startA, endOf(a, containerA)),
    b.bytes.subarray(startB, endOf(b, containerB)),
  ];
  const different = startA + firstDifference(left, right);
  let low = containerA / NODE;
  let high = wordAt(a.words, containerA + 1) / NODE;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    const node = middle * NODE;
    const start = isClose(a, node) ? wordAt(a.words, node + 1) - 1 : wordAt(a.words, node);
    if (start < different) low = middle;
    else high = middle;
  }
  return low * NODE;
}
