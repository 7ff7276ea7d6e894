import { after, isContainer, NODE, nameOf, type Tape, typeOf, wordAt } from '../../../platform/json/tape.ts';

/** Visits a string or number of a JSON text: its node, and the names of its member and of what contains that. */
export type VisitLeaf = (node: number, field: string, parent: string) => void;

/** Deeper values are not visited. */
const MAX_DEPTH = 64;

/** Visits the strings and numbers of a scanned JSON text in document order. Elements have the name of their list. */
export function visitLeaves(tape: Tape, visit: VisitLeaf): void {
  walk(tape, 0, '', '', visit, 0);
}

function walk(tape: Tape, node: number, field: string, parent: string, visit: VisitLeaf, depth: number): void {
  if (!isContainer(tape, node)) {
    const type = typeOf(tape, node);
    if (type === 'string' || type === 'number') visit(node, field, parent);
    return;
  }
  if (depth === MAX_DEPTH) return;
  const ofMembers = typeOf(tape, node) === 'object';
  const close = wordAt(tape.words, node + 1);
  for (let child = node + NODE; child < close; child = after(tape, child)) {
    walk(tape, child, ofMembers ? nameOf(tape, child) : field, ofMembers ? field : parent, visit, depth + 1);
  }
}
