import { after, isContainer, NODE, nameOf, type Tape, typeOf, wordAt } from '../../../platform/json/tape.ts';

/** What is visited of a JSON text, in document order. */
export interface LeafVisits {
  /** A string or number: its node, and the names of its member and of what contains that. */
  value(node: number, field: string, parent: string): void;
  /** The name of a member, before its value: its node, and the name of what contains it. */
  name(member: number, name: string, parent: string): void;
}

/** Deeper values are not visited. */
const MAX_DEPTH = 64;

/** Visits the names, strings and numbers of a scanned JSON text. Elements have the name of their list. */
export function visitLeaves(tape: Tape, visit: LeafVisits): void {
  walk(tape, 0, '', '', visit, 0);
}

function walk(tape: Tape, node: number, field: string, parent: string, visit: LeafVisits, depth: number): void {
  if (!isContainer(tape, node)) {
    const type = typeOf(tape, node);
    if (type === 'string' || type === 'number') visit.value(node, field, parent);
    return;
  }
  if (depth === MAX_DEPTH) return;
  const ofMembers = typeOf(tape, node) === 'object';
  const close = wordAt(tape.words, node + 1);
  for (let child = node + NODE; child < close; child = after(tape, child)) {
    if (!ofMembers) {
      walk(tape, child, field, parent, visit, depth + 1);
      continue;
    }
    const name = nameOf(tape, child);
    visit.name(child, name, field);
    walk(tape, child, name, field, visit, depth + 1);
  }
}
