import { Parser } from 'htmlparser2';
import { isText, type PageNode, TEXT, withNumber, withText } from './page-node.ts';

/** A page beyond these limits is compared as a text. */
const MAX_PAGE_LENGTH = 4 * 1024 * 1024;
const MAX_PAGE_NODES = 100_000;
const MAX_PAGE_DEPTH = 200;

/** The parser reads so much at once, and stops behind it where a limit is passed. */
const PIECE = 64 * 1024;

/** Elements in a line of text: whitespace beside them is seen. */
const INLINE = new Set(
  `a abbr b bdi bdo button cite code data del dfn em font i img input ins kbd label mark q s samp select small span strong
  sub sup time tt u var`.split(/\s+/),
);

interface OpenNode extends PageNode {
  attributes: Map<string, string>;
  children: OpenNode[];
}

/**
 * Parses a page: elements, attributes and texts, as browsers read them where tags are left out. Comments do not count,
 * nor does whitespace that is not seen. Null if the page is too large, too deep, or has too many nodes.
 */
export function parsePage(text: string): PageNode | null {
  if (text.length > MAX_PAGE_LENGTH) return null;
  const root = newElement('html');
  /** Texts share their attributes and children, which they have none of. */
  const noText = newElement(TEXT);
  const open = [root];
  let count = 0;
  let isBeyond = false;

  const add = (node: OpenNode) => {
    open.at(-1)?.children.push(node);
    isBeyond ||= ++count > MAX_PAGE_NODES;
  };
  const parser = new Parser({
    onopentagname(tag) {
      // The root stands for the element `html`, also where a page leaves it out.
      const node = tag === 'html' ? { ...root, children: root.children } : newElement(tag);
      if (tag !== 'html') add(node);
      open.push(node);
      isBeyond ||= open.length > MAX_PAGE_DEPTH;
    },
    onattribute(name, value) {
      const attributes = open.at(-1)?.attributes;
      if (attributes?.has(name) === false) attributes.set(name, collapsed(value).trim());
    },
    ontext(piece) {
      const holder = open.at(-1);
      if (holder === undefined) return;
      if (isRaw(holder)) {
        holder.text += piece;
        return;
      }
      const last = holder.children.at(-1);
      if (last !== undefined && isText(last)) last.text += piece;
      else add({ ...noText, text: piece });
    },
    onclosetag() {
      const node = open.length > 1 ? open.pop() : undefined;
      if (node !== undefined && node.children !== root.children) finish(node);
    },
    onprocessinginstruction(name, data) {
      if (name.toLowerCase() === '!doctype') root.attributes.set('doctype', collapsed(data).toLowerCase());
    },
  });
  for (let at = 0; at < text.length && !isBeyond; at += PIECE) parser.write(text.slice(at, at + PIECE));
  if (isBeyond) return null;
  parser.end();
  finish(root);
  return isBeyond ? null : root;
}

const newElement = (tag: string): OpenNode => ({
  tag,
  attributes: new Map(),
  children: [],
  text: '',
  content: 0,
  shape: 0,
  skeleton: 0,
});

/** Whether the content of an element is not markup. */
const isRaw = ({ tag }: OpenNode): boolean => tag === 'script' || tag === 'style';

const collapsed = (text: string): string =>
  /[\t\n\f\r]| {2}/.test(text) ? text.replaceAll(/[ \t\n\f\r]+/g, ' ') : text;

/** Leaves out whitespace that is not seen, and hashes what is left. */
function finish(node: OpenNode): void {
  node.text = node.text.trim();
  const { children } = node;
  const isBeside = (at: number) => {
    const other = children[at];
    return other !== undefined && INLINE.has(other.tag);
  };
  let isBlank = false;
  for (const [at, child] of children.entries()) {
    if (!isText(child)) continue;
    let text = collapsed(child.text);
    if (!isBeside(at - 1)) text = text.trimStart();
    if (!isBeside(at + 1)) text = text.trimEnd();
    child.text = text;
    child.content = withText(1, text);
    isBlank ||= text === '';
  }
  if (isBlank) {
    const kept = children.filter((child) => !isText(child) || child.text !== '');
    children.splice(0, children.length, ...kept);
  }
  const names = [...node.attributes.keys()];
  let hash = withText(withText(0, node.tag), node.text);
  for (const name of names.length > 1 ? names.sort() : names)
    hash = withText(withText(hash, name), node.attributes.get(name) ?? '');
  for (const child of children) hash = withNumber(hash, child.content);
  node.content = withNumber(hash, children.length);
}
