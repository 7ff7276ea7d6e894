import { commonSubsequence } from '../../arrays/common-subsequence.ts';
import { controlName, idOf } from './own-name.ts';
import { isText, type PageNode } from './page-node.ts';
import { shapeOf } from './page-shape.ts';

/** A child of two elements, on both sides or on one. */
export interface ChildPair {
  a: PageNode | null;
  b: PageNode | null;
  /** It stands elsewhere among the others. */
  isMoved: boolean;
}

type KeyOf = (node: PageNode) => string | number | null;

const contentOf: KeyOf = ({ content }) => content;
const ownId: KeyOf = ({ tag, attributes }) => (attributes.has('id') ? `${tag}#${attributes.get('id')}` : null);

/** What nodes share that belong together, the closest first; null: nothing. */
const LEVELS: readonly KeyOf[] = [
  ownId,
  shapeOf,
  (node) => `${node.tag} ${controlName(node) ?? ''} ${idOf(node) ?? ''} ${node.attributes.get('class') ?? ''}`,
  (node) => `${node.tag} ${controlName(node) ?? ''}`,
];

/**
 * Pairs the children of two elements. Equal ones come first, in their order and then out of it. What is left between
 * two of them is paired by its id, by its form without digits, by its name and class, and by its tag. The result has
 * the recorded children in their order, and new ones behind them.
 */
export function alignChildren(a: readonly PageNode[], b: readonly PageNode[]): ChildPair[] {
  const pairs = pairing(a, b);
  if (areCells(a) && areCells(b) && a.length === b.length) for (const i of a.keys()) pairs.add(i, i);
  else {
    let gaps = pairs.inOrder(contentOf, [{ a: [...a.keys()], b: [...b.keys()] }]);
    pairs.outOfOrder(contentOf);
    for (const level of LEVELS) gaps = pairs.inOrder(level, gaps);
    pairs.outOfOrder(ownId);
  }
  return pairs.done();
}

/** The cells of a row mean what their column does. */
const areCells = (nodes: readonly PageNode[]): boolean =>
  nodes.length > 0 && nodes.every(({ tag }) => tag === 'td' || tag === 'th');

/** Children of both sides between two pairs, by their indices. */
interface Gap {
  a: readonly number[];
  b: readonly number[];
}

function pairing(a: readonly PageNode[], b: readonly PageNode[]) {
  const partner = new Int32Array(a.length).fill(-1);
  const taken = new Uint8Array(b.length);
  const moved = new Set<number>();

  function add(i: number, j: number): void {
    partner[i] = j;
    taken[j] = 1;
  }

  /** Pairs the children in each gap that share a key, in their order; returns the gaps between them. */
  function inOrder(keyOf: KeyOf, gaps: readonly Gap[]): Gap[] {
    return gaps.flatMap((gap) => {
      const left = {
        a: gap.a.filter((i) => partner[i] === -1),
        b: gap.b.filter((j) => taken[j] === 0),
      };
      if (left.a.length === 0 || left.b.length === 0) return [];
      const numberOf = keyNumbers(keyOf);
      const [ofA, ofB] = [left.a.map((i) => numberOf(a[i])), left.b.map((j) => numberOf(b[j]))];
      const between: Gap[] = [];
      let [fromA, fromB] = [0, 0];
      for (const [i, j] of [...commonInOrder(ofA, ofB), [ofA.length, ofB.length] as const]) {
        between.push({ a: left.a.slice(fromA, i), b: left.b.slice(fromB, j) });
        const [one, other] = [left.a[i], left.b[j]];
        if (one !== undefined && other !== undefined) add(one, other);
        [fromA, fromB] = [i + 1, j + 1];
      }
      return between;
    });
  }

  /** Pairs the elements that share a key, wherever they stand. */
  function outOfOrder(keyOf: KeyOf): void {
    const positions = new Map<string | number, number[]>();
    for (let j = b.length - 1; j >= 0; j--) {
      const node = b[j];
      const key = node === undefined || taken[j] === 1 || isText(node) ? null : keyOf(node);
      if (key === null) continue;
      const known = positions.get(key);
      if (known) known.push(j);
      else positions.set(key, [j]);
    }
    if (positions.size === 0) return;
    for (const [i, node] of a.entries()) {
      const key = partner[i] !== -1 || isText(node) ? null : keyOf(node);
      const j = key === null ? undefined : positions.get(key)?.pop();
      if (j === undefined) continue;
      add(i, j);
      moved.add(i);
    }
  }

  return {
    add,
    inOrder,
    outOfOrder,
    done: (): ChildPair[] => [
      ...a.map((node, i) => ({ a: node, b: b[partner[i] ?? -1] ?? null, isMoved: moved.has(i) })),
      ...b.flatMap((node, j) => (taken[j] === 1 ? [] : [{ a: null, b: node, isMoved: false }])),
    ],
  };
}

/** Equal numbers for nodes that share a key, small ones from 0 on; nodes without a key share theirs with none. */
function keyNumbers(keyOf: KeyOf): (node: PageNode | undefined) => number {
  const numbers = new Map<string | number, number>();
  let next = 0;
  return (node) => {
    const key = node === undefined ? null : keyOf(node);
    const known = key === null ? undefined : numbers.get(key);
    if (known !== undefined) return known;
    if (key !== null) numbers.set(key, next);
    return next++;
  };
}

/** Index pairs in order: what both begin and end with, and the longest common subsequence between. */
function commonInOrder(a: readonly number[], b: readonly number[]): [number, number][] {
  const pairs: [number, number][] = [];
  let start = 0;
  for (; start < a.length && start < b.length && a[start] === b[start]; start++) pairs.push([start, start]);
  let [endA, endB] = [a.length, b.length];
  for (; endA > start && endB > start && a[endA - 1] === b[endB - 1]; endA--) endB--;
  pairs.push(...commonSubsequence(a, b, start, endA, endB));
  for (let i = endA; i < a.length; i++) pairs.push([i, i - endA + endB]);
  return pairs;
}
