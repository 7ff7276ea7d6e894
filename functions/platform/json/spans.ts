import { after, endOf, isContainer, NODE, type Tape, wordAt } from './tape.ts';

/** Elements of an array in parallel lists: the node of each, its first byte, and the byte after its last. */
export interface Spans {
  nodes: Int32Array;
  starts: Int32Array;
  ends: Int32Array;
}

/** Lists the elements of an array, in document order. */
export type SpansOf = (tape: Tape, array: number) => Spans;

/** Initial capacity, and the nodes up to which lists are reused: lists that grow repeatedly leave much garbage. */
const MIN_CAPACITY = 64;
const MAX_KEPT_SPANS = 131_072;

/** Makes a reader of arrays that keeps the room in which it lists their elements. */
export function spansReader(): SpansOf {
  let scratch = emptySpans(MIN_CAPACITY);

  return (tape, array) => {
    const { words } = tape;
    const close = wordAt(words, array + 1);
    if ((close - array) / NODE > MAX_KEPT_SPANS) return allSpans(tape, array);
    let count = 0;
    for (let node = array + NODE; node < close; node += NODE, count++) {
      if (count === scratch.nodes.length) scratch = twice(scratch);
      scratch.nodes[count] = node;
      scratch.starts[count] = wordAt(words, node);
      if (isContainer(tape, node)) node = wordAt(words, node + 1);
      scratch.ends[count] = wordAt(words, node + 1);
    }
    const { nodes, starts, ends } = scratch;
    return { nodes: nodes.slice(0, count), starts: starts.slice(0, count), ends: ends.slice(0, count) };
  };
}

/** The elements of a long array: counted first, so that nothing is copied. */
function allSpans(tape: Tape, array: number): Spans {
  const { words } = tape;
  const close = wordAt(words, array + 1);
  let count = 0;
  for (let node = array + NODE; node < close; node = after(tape, node)) count++;
  const spans = emptySpans(count);
  for (let node = array + NODE, at = 0; at < count; node = after(tape, node), at++) {
    spans.nodes[at] = node;
    spans.starts[at] = wordAt(words, node);
    spans.ends[at] = endOf(tape, node);
  }
  return spans;
}

function emptySpans(count: number): Spans {
  return { nodes: new Int32Array(count), starts: new Int32Array(count), ends: new Int32Array(count) };
}

function twice({ nodes, starts, ends }: Spans): Spans {
  const larger = emptySpans(nodes.length * 2);
  larger.nodes.set(nodes);
  larger.starts.set(starts);
  larger.ends.set(ends);
  return larger;
}
