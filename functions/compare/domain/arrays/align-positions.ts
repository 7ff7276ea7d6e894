import { sameBytes } from '../../../platform/json/tape.ts';
import type { JsonContext } from '../json-context.ts';
import type { RuleState } from '../rules/rule-states.ts';
import type { Alignment } from './align-elements.ts';
import type { Elements } from './elements.ts';

/**
 * Pairs each element with the one at its position if no other pairing explains the change at a lower cost: as many
 * elements on both sides, some of them as they were, and no value of the others on both sides. That is what
 * `alignValues` decides too, but only elements that differ are hashed. Null if it is not certain.
 */
export function alignPositions(context: JsonContext, state: RuleState, a: Elements, b: Elements): Alignment | null {
  const { length } = a.nodes;
  if (length !== b.nodes.length || state.needsNode) return null;
  const changed: number[] = [];
  for (let i = 0; i < length; i++) if (!isSameAsWritten(context, a, b, i)) changed.push(i);
  if (changed.length === length) return null;
  const hashAt = (side: 'a' | 'b', { nodes, stateOf }: Elements, i: number) =>
    context.hash[side](nodes[i] ?? 0, stateOf(i));
  const replayed = new Set<number>();
  const recorded: number[] = [];
  for (const i of changed) {
    const ofA = hashAt('a', a, i);
    const ofB = hashAt('b', b, i);
    if (ofA === ofB) continue;
    recorded.push(ofA);
    replayed.add(ofB);
  }
  if (recorded.some((value) => replayed.has(value))) return null;
  const partner = new Int32Array(length);
  for (let i = 0; i < length; i++) partner[i] = i;
  return { partner, moved: false };
}

function isSameAsWritten({ a, b }: JsonContext, ofA: Elements, ofB: Elements, i: number): boolean {
  return sameBytes(a.bytes, ofA.starts[i] ?? 0, ofA.ends[i] ?? 0, b.bytes, ofB.starts[i] ?? 0, ofB.ends[i] ?? 0);
}
