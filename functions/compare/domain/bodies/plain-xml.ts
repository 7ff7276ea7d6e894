import { addPart, type BodyPart, NO_PARTS } from './body-tree.ts';

const DECLARATION = /^<\?xml version="1\.0"(?: encoding="[A-Za-z][\w.-]*")?(?: standalone="(?:yes|no)")?\s*\?>/;
/** What other readers may refuse or normalise: controls, and characters that XML does not have. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const UNUSUAL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/;
const BLANK = /^[ \t\r\n]*$/;
const NEEDS_COLLAPSING = /^\s|\s$|\s\s|[^\S ]/;
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/**
 * Reads XML of the plain kind that services answer: elements, attributes, text, CDATA, comments and the five named
 * entities, several times faster than a general parser. Null for anything else, well-formed or not: the general parser
 * decides.
 */
export function readPlainXml(text: string): BodyPart | null {
  if (UNUSUAL.test(text)) return null;
  const root: BodyPart = { name: '', text: '', parts: NO_PARTS };
  const open: BodyPart[] = [root];
  const { nameAt, attributesAt, tagEndAt } = tagReader(text);
  let top = root;
  let at = DECLARATION.exec(text)?.[0].length ?? 0;

  for (;;) {
    const next = text.indexOf('<', at);
    if (next === -1) break;
    if (next > at && !(top === root ? BLANK.test(text.slice(at, next)) : addText(top, text.slice(at, next))))
      return null;
    const sign = text.charCodeAt(next + 1);
    if (sign === SLASH) {
      if (top === root || !text.startsWith(top.name, next + 2)) return null;
      const end = tagEndAt(next + 2 + top.name.length);
      if (end === null || end.isEmpty) return null;
      at = end.after;
      if (NEEDS_COLLAPSING.test(top.text)) top.text = top.text.replaceAll(/\s+/g, ' ').trim();
      open.pop();
      top = open.at(-1) ?? root;
    } else if (sign === EXCLAMATION) {
      const isData = text.startsWith('<![CDATA[', next);
      if (isData ? top === root : !text.startsWith('<!--', next)) return null;
      const end = text.indexOf(isData ? ']]>' : '--', next + (isData ? 9 : 4));
      if (end === -1 || !(isData || text.startsWith('-->', end))) return null;
      if (isData) top.text += text.slice(next + 9, end);
      at = end + 3;
    } else {
      const name = nameAt(next + 1);
      if (name === '' || (top === root && root.parts.length > 0)) return null;
      const element: BodyPart = { name, text: '', parts: NO_PARTS };
      const after = attributesAt(next + 1 + name.length, element);
      const end = after === -1 ? null : tagEndAt(after);
      if (end === null) return null;
      at = end.after;
      addPart(top, element);
      if (end.isEmpty) continue;
      open.push(element);
      top = element;
    }
  }
  return top === root && root.parts.length === 1 && BLANK.test(text.slice(at)) ? { ...root, text: '' } : null;
}

const SLASH = 0x2f;
const EXCLAMATION = 0x21;
const CLOSE = 0x3e;
const COLON = 0x3a;

/** Reads the parts of tags of a text. */
function tagReader(text: string) {
  const attribute =
    /[ \t\r\n]+([A-Za-z_][\w.-]*(?::[A-Za-z_][\w.-]*)?)[ \t\r\n]*=[ \t\r\n]*(?:"([^"<\t\r\n]*)"|'([^'<\t\r\n]*)')/y;
  const tagEnd = /[ \t\r\n]*(\/?)>/y;
  const names = new Map<string, string>();

  const isStart = (code: number) => (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a) || code === 0x5f;
  const isInside = (code: number) => isStart(code) || (code >= 0x30 && code <= 0x39) || code === 0x2d || code === 0x2e;

  /** The end of a name without a colon; the start if there is none. */
  function plainNameEnd(start: number): number {
    if (!isStart(text.charCodeAt(start))) return start;
    let end = start + 1;
    while (isInside(text.charCodeAt(end))) end++;
    return end;
  }

  return {
    /** The name of an element, the same text each time: a slice could keep the whole text alive. Empty if there is none. */
    nameAt(start: number): string {
      let end = plainNameEnd(start);
      if (end > start && text.charCodeAt(end) === COLON) {
        const local = plainNameEnd(end + 1);
        if (local === end + 1) return '';
        end = local;
      }
      const name = text.slice(start, end);
      const known = names.get(name);
      if (known !== undefined) return known;
      names.set(name, name);
      return name;
    },

    /** Adds attributes as parts; returns the position after them, -1 if one cannot be read or repeats. */
    attributesAt(start: number, element: BodyPart): number {
      for (let at = start; ; at = attribute.lastIndex) {
        const code = text.charCodeAt(at);
        if (code === CLOSE || code === SLASH) return at;
        attribute.lastIndex = at;
        const found = attribute.exec(text);
        if (found === null) return at;
        const name = `@${found[1]}`;
        const value = unescaped(found[2] ?? found[3] ?? '');
        if (value === null || element.parts.some((other) => other.name === name)) return -1;
        addPart(element, { name, text: value, parts: NO_PARTS });
      }
    },

    /** The end of a tag; null if something else is there. */
    tagEndAt(start: number): { after: number; isEmpty: boolean } | null {
      if (text.charCodeAt(start) === CLOSE) return { after: start + 1, isEmpty: false };
      tagEnd.lastIndex = start;
      const end = tagEnd.exec(text);
      return end && { after: tagEnd.lastIndex, isEmpty: end[1] !== '' };
    },
  };
}

/** Adds text to an element; false if it cannot be read. */
function addText(element: BodyPart, raw: string): boolean {
  const text = raw.includes(']]>') ? null : unescaped(raw);
  if (text === null) return false;
  element.text = element.text === '' ? text : element.text + text;
  return true;
}

/** Text with its named entities replaced; null if there are others. */
function unescaped(text: string): string | null {
  if (!text.includes('&')) return text;
  let isPlain = true;
  const plain = text.replaceAll(/&(?:(amp|lt|gt|quot|apos);)?/g, (_, name: string | undefined) => {
    isPlain &&= name !== undefined;
    return ENTITIES[name ?? ''] ?? '';
  });
  return isPlain ? plain : null;
}
