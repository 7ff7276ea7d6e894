/** An element or a text of a page. */
export interface PageNode {
  /** In lower case; TEXT for a text. */
  tag: string;
  attributes: ReadonlyMap<string, string>;
  children: readonly PageNode[];
  /** Of a text, with its whitespace collapsed; of a script or style as it is. Empty for other elements. */
  text: string;
  /** A hash that nodes of the same content share. */
  content: number;
  /** Of what else nodes share (page-shape.ts); 0 until it is asked for. */
  shape: number;
  skeleton: number;
}

/** The tag of a text: no element has it. */
export const TEXT = '#text';

export const isText = ({ tag }: PageNode): boolean => tag === TEXT;

/** Whether two nodes have the same content. Hashes only propose it. */
export function isSame(a: PageNode, b: PageNode): boolean {
  if (a.content !== b.content || a.tag !== b.tag || a.text !== b.text) return false;
  if (a.attributes.size !== b.attributes.size || a.children.length !== b.children.length) return false;
  for (const [name, value] of a.attributes) if (b.attributes.get(name) !== value) return false;
  return a.children.every((child, at) => {
    const other = b.children[at];
    return other !== undefined && isSame(child, other);
  });
}

/** Whether an element has one text at most and no element: the text is at the place of the element. */
export const isLeaf = ({ children: [first, second] }: PageNode): boolean =>
  second === undefined && (first === undefined || isText(first));

/** Maximum characters of a node that a difference shows, and a few more. */
const MAX_SHOWN = 1200;

/** The texts in a node as a reader sees them, cut; its markup where it has none. */
export function shownText(node: PageNode): string {
  const texts: string[] = [];
  let length = 0;
  const walk = (one: PageNode): void => {
    if (length > MAX_SHOWN) return;
    const text = one.text.trim();
    if (text !== '') {
      texts.push(text);
      length += text.length;
    }
    one.children.forEach(walk);
  };
  walk(node);
  if (texts.length > 0) return texts.join(' ').slice(0, MAX_SHOWN);
  const attributes = [...node.attributes].map(([name, value]) => ` ${name}="${value}"`);
  return `<${node.tag}${attributes.join('')}>`.slice(0, MAX_SHOWN);
}

/** A hash of 32 bits with a text added to it. */
export function withText(hash: number, text: string): number {
  let mixed = hash;
  for (let at = 0; at < text.length; at++) mixed = Math.imul(mixed ^ text.charCodeAt(at), 0x01000193);
  return withNumber(mixed, text.length);
}

/** A hash of 32 bits with a number added to it; it is never 0. */
export function withNumber(hash: number, number: number): number {
  const mixed = Math.imul(hash ^ number ^ 0x9e3779b1, 0x85ebca6b);
  return mixed ^ (mixed >>> 15) || 1;
}
