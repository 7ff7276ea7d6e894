import type { ResponseDifferenceKind } from '../../difference.ts';
import { lengthNote } from '../../length-note.ts';
import { alignChildren, type ChildPair } from './align-children.ts';
import { childNames } from './child-names.ts';
import { ownId } from './own-name.ts';
import { attributeLocation, isInList, PAGE, type PageLocation } from './page-location.ts';
import { isLeaf, isSame, type PageNode, shownText } from './page-node.ts';
import { pageSecrets } from './page-secrets.ts';

/** A change of a page at one place, with the texts of both sides. */
export interface PageChange {
  kind: ResponseDifferenceKind;
  location: PageLocation;
  recorded: string | null;
  replayed: string | null;
  note?: string;
}

/** Finds every change between two pages, each at its place. */
export function pageChanges(recorded: PageNode, replayed: PageNode): PageChange[] {
  const found: PageChange[] = [];
  let repeated: ReadonlySet<string> | undefined;
  const add = (
    kind: ResponseDifferenceKind,
    location: PageLocation,
    a: string | null,
    b: string | null,
    note?: string,
  ): void => {
    found.push({ kind, location, recorded: a, replayed: b, ...(note !== undefined && { note }) });
  };

  const { isSecret, addSecrets } = pageSecrets(recorded, (location, value) =>
    add('SENSITIVE_FIELD', location, null, value),
  );

  function compareNodes(a: PageNode, b: PageNode, location: PageLocation): void {
    if (isSame(a, b)) return;
    if (a.text !== b.text) add('FIELD_VALUE', location, a.text, b.text);
    compareAttributes(a, b, location);
    if (location !== PAGE && isLeaf(a) && isLeaf(b)) {
      const [text, other] = [leafText(a), leafText(b)];
      if (text !== other) add('FIELD_VALUE', location, text, other);
      return;
    }
    compareChildren(a.children, b.children, location);
  }

  function compareAttributes(a: PageNode, b: PageNode, location: PageLocation): void {
    const at = (name: string) => attributeLocation(a, name, location);
    for (const [name, value] of a.attributes) {
      const other = b.attributes.get(name);
      if (other === undefined) add('FIELD_MISSING', at(name), value, null);
      else if (value !== other) add('FIELD_VALUE', at(name), value, other);
    }
    for (const [name, value] of b.attributes) {
      if (a.attributes.has(name)) continue;
      add(isSecret(b, name, value) ? 'SENSITIVE_FIELD' : 'NEW_FIELD', at(name), null, value);
    }
  }

  function compareChildren(before: readonly PageNode[], after: readonly PageNode[], location: PageLocation): void {
    const children = alignChildren(before, after);
    const names = childNames(children);
    const lists = new Map<string, ChildPair[]>();
    const moved: string[] = [];
    for (const [at, pair] of children.entries()) {
      const { name = '', index = null } = names[at] ?? {};
      const { a, b } = pair;
      const own = { around: isOfPage(a ?? b, location) ? PAGE : location, step: name };
      if (index !== null) {
        const list = lists.get(name);
        if (list) list.push(pair);
        else lists.set(name, [pair]);
      }
      if (a !== null && b !== null) compareNodes(a, b, index === null ? own : { around: own, step: index });
      else if (index === null && a !== null) add('FIELD_MISSING', own, shownText(a), null);
      else if (index === null && b !== null) addNew(b, own);
      if (pair.isMoved) moved.push(name);
    }
    for (const [name, pairs] of lists) compareLength(pairs, { around: location, step: name });
    if (moved.length === 0) return;
    const [first = ''] = moved;
    const isOfList = lists.has(first) && moved.every((name) => name === first);
    const whole = location === PAGE ? { around: PAGE, step: 'elements' } : location;
    const list = isOfList ? { around: location, step: first } : whole;
    add('ARRAY_ORDER', list, orderText(before), orderText(after), ALIGNED);
  }

  /** Whether the place of an element is directly below the page: its id is its own, and it is in no list. */
  function isOfPage(node: PageNode | null, around: PageLocation): boolean {
    if (node === null || ownId(node) === null) return false;
    repeated ??= repeatedIds(recorded);
    return !repeated.has(node.attributes.get('id') ?? '') && !isInList(around);
  }

  function compareLength(pairs: readonly ChildPair[], location: PageLocation): void {
    const lost = pairs.flatMap(({ a, b }) => (a !== null && b === null ? [a] : []));
    const gained = pairs.flatMap(({ a, b }) => (a === null && b !== null ? [b] : []));
    if (lost.length === 0 && gained.length === 0) return;
    const lengths = { recorded: pairs.length - gained.length, replayed: pairs.length - lost.length };
    const note = lengthNote(lengths, ALIGNED, lost.length, gained.length);
    const textsOf = (some: readonly PageNode[]) => (some.length === 0 ? null : some.map(shownText).join(' | '));
    add('ARRAY_LENGTH', location, textsOf(lost), textsOf(gained), note);
    for (const node of gained) addSecrets(node, { around: location, step: 0 });
  }

  function addNew(node: PageNode, location: PageLocation): void {
    add('NEW_FIELD', location, null, shownText(node));
    addSecrets(node, location);
  }

  compareNodes(recorded, replayed, PAGE);
  return found;
}

const ALIGNED = 'aligned by content';

const leafText = ({ children: [text] }: PageNode): string => text?.text ?? '';

/** The ids that several elements of a page have. */
function repeatedIds(page: PageNode): ReadonlySet<string> {
  const seen = new Set<string>();
  const repeated = new Set<string>();
  const walk = (node: PageNode): void => {
    const id = node.attributes.get('id');
    if (id !== undefined && seen.has(id)) repeated.add(id);
    else if (id !== undefined) seen.add(id);
    node.children.forEach(walk);
  };
  walk(page);
  return repeated;
}

const MAX_ORDER_LENGTH = 80;

/** The beginnings of children in their order. */
const orderText = (nodes: readonly PageNode[]): string =>
  nodes.map((node) => shownText(node).slice(0, MAX_ORDER_LENGTH)).join(' | ');
