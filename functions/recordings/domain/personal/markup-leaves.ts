import { type MarkupElement, scanMarkup } from '../markup/scan-markup.ts';
import type { Leaf } from './json-leaves.ts';
import { isName, stepTo } from './plain-name.ts';

/** Elements whose content is a program. */
const PROGRAMS = new Set(['script', 'style', 'template', 'noscript']);
/** Attributes of HTML that say how a page looks and works. */
const TECHNICAL =
  /^(?:class|id|name|style|src|srcset|rel|type|for|role|width|height|lang|charset|media|integrity|on\w+)$/;
/** An address that a link opens a program with. */
const LINK = /^(?:mailto|tel):/i;
/** Steps of a path. */
const MAX_STEPS = 8;

/** An open element. */
interface Open {
  isProgram: boolean;
  /** The steps to it, from the root or from inside the text. */
  from: { isInside: boolean; steps: readonly string[] };
  /** The path of its content. */
  path: string;
  name: string;
  text: string;
  /** Cells so far, which mean what their column does. */
  cells: number;
}

/**
 * Visits the texts and attributes of XML or HTML, each with the path of all that are like it, until `visit` returns
 * false. Elements of HTML are named by what is most specific of them, and paths begin at the last id or field of a
 * form.
 */
export function visitMarkup(text: string, isHtml: boolean, visit: (leaf: Leaf) => boolean): void {
  const open: Open[] = [];
  let isDone = false;
  const note = (leaf: Leaf) => {
    if (leaf.text !== '' && !isDone) isDone = !visit(leaf);
  };

  scanMarkup(text, isHtml, {
    open(element) {
      const own = opened(element, open.at(-1), isHtml);
      open.push(own);
      if (!own.isProgram) for (const leaf of attributesOf(element, own, isHtml)) note(leaf);
    },
    text(piece) {
      const holder = open.at(-1);
      if (holder) holder.text += piece;
    },
    close() {
      const closed = open.pop();
      if (closed && !closed.isProgram) note({ path: closed.path, name: closed.name, text: closed.text.trim() });
    },
    isDone: () => isDone,
  });
}

/** The attributes of an element that may hold a value; that of a field of a form is at the field. */
function attributesOf({ attributes, valueIn }: MarkupElement, { path, name: own }: Open, isHtml: boolean): Leaf[] {
  return attributes.flatMap(({ name, value }) => {
    const text = value.replace(LINK, '').trim();
    if (name === valueIn) return [{ path, name: own, text }];
    if ((isHtml && TECHNICAL.test(name)) || name.startsWith('xmlns') || !isName(name)) return [];
    return [{ path: `${path}['@${name}']`, name: isHtml ? name.replace(/^data-/, '') : name, text }];
  });
}

function opened({ names }: MarkupElement, around: Open | undefined, isHtml: boolean): Open {
  const [tag = ''] = names;
  const specific = names.at(-1) ?? tag;
  const isCell = isHtml && (tag === 'td' || tag === 'th');
  const column = isCell && specific === tag ? `[${around?.cells ?? 0}]` : '';
  if (around && isCell) around.cells++;
  const step = isName(specific.replaceAll(/[#:]/g, '')) ? stepTo(specific) + column : '[*]';
  // An id, or a field of a form: nothing else on the page has its name.
  const isOwn = isHtml && specific !== tag && !specific.startsWith(`${tag}.`);
  const from = isOwn || around === undefined ? { isInside: isOwn, steps: [] } : around.from;
  const own = { isInside: from.isInside, steps: [...from.steps, step] };
  return {
    isProgram: isHtml && PROGRAMS.has(tag),
    from: own,
    path: pathOf(own),
    name: nameOf(specific, tag),
    text: '',
    cells: 0,
  };
}

/** A path of many steps begins somewhere in the text. */
function pathOf({ isInside, steps }: Open['from']): string {
  if (!isInside && steps.length <= MAX_STEPS) return `$${steps.join('')}`;
  const [first = '', ...others] = steps.slice(-MAX_STEPS);
  return `$.${first.startsWith('.') ? '' : '.'}${first}${others.join('')}`;
}

/** What an element is called, without its tag or a prefix. */
const nameOf = (specific: string, tag: string): string =>
  specific.startsWith(`${tag}#`) || specific.startsWith(`${tag}.`)
    ? specific.slice(tag.length + 1)
    : specific.replace(/^.*:/, '');
