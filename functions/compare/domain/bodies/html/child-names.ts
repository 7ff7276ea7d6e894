import type { ChildPair } from './align-children.ts';
import { classOf, controlName, LISTED, ownId } from './own-name.ts';
import { isText, type PageNode, shownText } from './page-node.ts';
import { skeletonOf } from './page-shape.ts';

/** Where a child is in its element: the name of a member, or an element of a list of that name. */
export interface ChildName {
  name: string;
  /** Null for a child that is not an element of a list. */
  index: number | null;
}

/** So many elements of one form are a list, whatever they are. */
const MIN_ALIKE = 9;

/**
 * Names children so that their places are short, and the same in other responses of the endpoint: by the id of an
 * element, the name of a field, the label of a row, else by the tag, with the class where tags repeat, and a number
 * where nothing else distinguishes them. Repeated elements are a list.
 */
export function childNames(children: readonly ChildPair[]): ChildName[] {
  const nodes = children.map(({ a, b }) => a ?? b).filter((node) => node !== null);
  const labels = labelsOf(nodes);
  const plain = nodes.map((node, at) => labels[at] ?? nameOf(node));
  const names = plain.map((name, at) => name ?? nodes[at]?.tag ?? '');
  const byClass = new Set([...groupsOf(names)].filter(([, group]) => haveClasses(group, nodes)).map(([name]) => name));
  const classed = names.map((name, at) => {
    const node = nodes[at];
    const own = node && byClass.has(name) ? classOf(node) : '';
    return own === '' ? name : `${name}.${own}`;
  });
  const found = classed.map((name): ChildName => ({ name, index: null }));
  for (const [name, group] of groupsOf(classed)) {
    if (group.length === 1) continue;
    const isList = isListOf(group.map((at) => nodes[at]).filter((node) => node !== undefined));
    let recorded = 0;
    for (const [index, at] of group.entries()) {
      const isNew = children[at]?.a === null;
      if (!isNew) recorded++;
      const numbered = isNew ? `${name}_new` : recorded > 1 ? `${name}_${recorded}` : name;
      found[at] = isList ? { name, index } : { name: numbered, index: null };
    }
  }
  return found;
}

/** The positions of each name. */
const groupsOf = (names: readonly string[]): Map<string, number[]> =>
  Map.groupBy(names.keys(), (at) => names[at] ?? '');

/** Whether elements of one tag are distinguished by their classes. */
function haveClasses(group: readonly number[], nodes: readonly PageNode[]): boolean {
  const some = group.map((at) => nodes[at]).filter((node) => node !== undefined);
  const [first] = some;
  if (first === undefined || some.length < 2 || LISTED.has(first.tag) || isCell(first)) return false;
  if (some.some((node) => nameOf(node) !== null || node.tag !== first.tag)) return false;
  return new Set(some.map(classOf)).size > 1;
}

const isCell = ({ tag }: PageNode): boolean => tag === 'td' || tag === 'th';

function isListOf(group: readonly PageNode[]): boolean {
  const [first] = group;
  if (first === undefined || isText(first) || isCell(first) || first.tag === 'dd') return false;
  const { tag } = first;
  if (group.some((node) => node.tag !== tag)) return false;
  if (LISTED.has(tag) || controlName(first) !== null) return true;
  const [own, skeleton] = [classOf(first), skeletonOf(first)];
  const isAlike = group.every((node) => skeletonOf(node) === skeleton);
  return (own !== '' && group.every((node) => classOf(node) === own)) || (isAlike && group.length >= MIN_ALIKE);
}

/** The name that an element has of its own; null if it has none. */
function nameOf(node: PageNode): string | null {
  if (isText(node)) return 'text';
  const id = ownId(node);
  return controlName(node) ?? (id === null ? null : `${node.tag}#${id}`);
}

/** The labels of rows that begin with one, and of the values of a list of terms. */
function labelsOf(nodes: readonly PageNode[]): (string | null)[] {
  let term: string | null = null;
  return nodes.map((node) => {
    if (node.tag === 'dt') term = labelOf(node);
    if (node.tag === 'dd') return term;
    if (node.tag !== 'tr') return null;
    const [first, second] = node.children;
    return first?.tag === 'th' && second?.tag === 'td' ? labelOf(first) : null;
  });
}

const MAX_LABEL_LENGTH = 40;

function labelOf(node: PageNode): string | null {
  const text = shownText(node).replace(/\s*:$/, '').trim();
  return text !== '' && text.length <= MAX_LABEL_LENGTH && !/[\d<]/.test(text) ? text : null;
}
