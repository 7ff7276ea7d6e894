import { readdirSync, readFileSync } from 'node:fs';
import { parseSync } from 'vite';

/** A text of the sources that a person may read: on a page, in an answer, a mail, a message, a terminal or a log. */
export type ShownText = { readonly file: string; readonly line: number; readonly text: string };

/** A node of the syntax tree (ESTree with TypeScript), as far as this walk reads it. */
type Node = { readonly type: string; readonly start: number } & Readonly<Record<string, unknown>>;

/** Stands for a value that a template inserts; it counts as one word. */
const INSERTED = '{}';

/** Attributes whose value is read, by eye or by a screen reader. */
const READ_ATTRIBUTES = /\s(?:aria-label|title|placeholder|alt|data-confirm|data-label)="([^"]*)"/g;
const CODE = /<(code|pre|script|style)\b[^>]*>.*?<\/\1>/gs;
const INLINE = /<\/?(?:a|abbr|b|bdi|em|i|kbd|small|span|strong|sup|time|wbr)\b[^>]*>/g;
/** A tag, also one whose beginning or end is in another template. */
const TAG = /<\/?[a-z][^>]*(?:>|$)|^[^<>]*="[^"]*"[^<>]*>/g;
const HAS_TAG =
  /<\/?(?:a|article|b|body|br|button|caption|code|dd|details|div|dl|dt|em|fieldset|form|h[1-6]|head|input|label|legend|li|main|nav|ol|option|p|pre|progress|section|select|small|span|strong|summary|svg|table|tbody|td|text|textarea|th|thead|time|title|tr|ul)(?![\w-])/;

/**
 * Nodes without text for people: types, imports and descriptions of the OpenAPI document, which has a check of its own.
 */
const isSkipped = (node: Node): boolean =>
  node.type.startsWith('TSType') ||
  /^(?:TSInterfaceDeclaration|TSLiteralType|TSUnionType|ImportDeclaration|ExportAllDeclaration)$/.test(node.type) ||
  (node.type === 'CallExpression' && /^(?:v\.description|v\.metadata)$/.test(calleeOf(node)));

/** A description of a parameter of the API. */
const isDescription = ({ type, key }: Node): boolean =>
  type === 'Property' && isNode(key) && key.name === 'description';

const calleeOf = ({ callee }: Node): string => {
  if (!isNode(callee)) return '';
  if (callee.type === 'Identifier') return String(callee.name);
  const { object, property } = callee;
  return isNode(object) && isNode(property) ? `${String(object.name)}.${String(property.name)}` : '';
};

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';

/** The texts of HTML as they are read, of elements and of read attributes; other text as its paragraphs. */
export function readableParts(text: string): string[] {
  const parts = HAS_TAG.test(text)
    ? [
        ...text.replace(CODE, '`x`').replace(INLINE, '').split(TAG),
        ...[...text.matchAll(READ_ATTRIBUTES)].map(([, value = '']) => value),
      ]
    : text.split(/\n\s*\n|\n(?= {2}|\s*[$#-])/);
  return parts.map((part) => part.replace(/\s+/g, ' ').trim()).filter((part) => /[a-z]{2}/i.test(part));
}

/** Two words in a row, or one word with a capital as in labels; other literals are ids and names. */
const isProse = (text: string): boolean =>
  /[a-z]{2}[,;:]? (?:[a-z]|\{\})|\{\} [a-z]{2}/i.test(text) || /^[A-Z][a-z]+$/.test(text);

/** The text of a literal, a template or a sum of them; null of other nodes. */
function textOf(node: unknown): string | null {
  if (!isNode(node)) return null;
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : null;
  if (node.type === 'TemplateLiteral' && Array.isArray(node.quasis))
    return node.quasis.map((part: { value: { raw: string } }) => part.value.raw).join(INSERTED);
  if (node.type !== 'BinaryExpression' || node.operator !== '+') return null;
  const [left, right] = [textOf(node.left), textOf(node.right)];
  return left === null && right === null ? null : `${left ?? INSERTED}${right ?? INSERTED}`;
}

/** Every readable text in the literals and templates of a source. Names of members do not count. */
export function textsIn(file: string, source: string): ShownText[] {
  const found: ShownText[] = [];
  const lineOf = (at: number) => source.slice(0, at).split('\n').length;
  const visit = (value: unknown, isPart = false): void => {
    if (Array.isArray(value)) for (const one of value) visit(one);
    if (!isNode(value) || isSkipped(value) || (isDescription(value) && file.includes('/api/'))) return;
    if (value.type === 'CallExpression' && calleeOf(value) === 'counted' && Array.isArray(value.arguments))
      for (const word of value.arguments.map(textOf))
        if (word !== null) found.push({ file, line: lineOf(value.start), text: `${INSERTED} ${word}` });
    const text = textOf(value);
    if (text !== null && !isPart)
      for (const part of readableParts(text).filter(isProse))
        found.push({ file, line: lineOf(value.start), text: part });
    for (const [name, member] of Object.entries(value)) {
      const isName = name === 'key' && value.computed === false;
      if (!isName) visit(member, text !== null && (name === 'left' || name === 'right') && textOf(member) !== null);
    }
  };
  visit(parseSync(file, source, { lang: file.endsWith('.ts') ? 'ts' : 'js' }).program);
  return found;
}

/** The texts of all sources below some folders; `isRead` decides by the path of a file. */
export const shownTexts = (folders: readonly string[], isRead: (file: string) => boolean): ShownText[] =>
  folders
    .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`))
    .filter((file) => /\.(?:ts|js)$/.test(file) && !file.includes('/node_modules/') && isRead(file))
    .sort()
    .flatMap((file) => textsIn(file, readFileSync(file, 'utf8')));
