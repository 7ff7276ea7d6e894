import { SaxesParser } from 'saxes';
import { utf8 } from '../../../platform/json/tape.ts';
import { type BodyPart, type PartTable, tableOf } from './part-table.ts';
import { parsePlainXml } from './plain-xml.ts';

/**
 * Parses a well-formed XML text: elements and attributes (`@name`) are parts, whitespace is collapsed, comments and
 * processing instructions do not count; null if it is not XML. External entities are never read.
 */
export function parseXml(bytes: Uint8Array): PartTable | null {
  const plain = parsePlainXml(bytes);
  if (plain !== null) return plain;
  const tree = parseAnyXml(utf8(bytes, 0, bytes.length));
  return tree && tableOf(tree);
}

/** A part that is being read. */
interface OpenPart extends BodyPart {
  parts: OpenPart[];
}

/** Parses what is not as plain as most XML: document types, other entities, processing instructions. @internal */
export function parseAnyXml(text: string): BodyPart | null {
  const root: OpenPart = { name: '', text: '', parts: [] };
  const open = [root];
  let failed = false;
  const parser = new SaxesParser();
  const addText = (piece: string) => {
    const top = open.at(-1);
    if (top !== undefined) top.text += piece;
  };
  parser.on('opentag', ({ name, attributes }) => {
    const element: OpenPart = { name, text: '', parts: [] };
    for (const [key, value] of Object.entries(attributes))
      element.parts.push({ name: `@${key}`, text: value, parts: [] });
    open.at(-1)?.parts.push(element);
    open.push(element);
  });
  parser.on('closetag', () => {
    const element = open.pop();
    if (element !== undefined) element.text = element.text.replaceAll(/\s+/g, ' ').trim();
  });
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('error', () => {
    failed = true;
  });
  parser.write(text);
  if (!failed) parser.close();
  if (failed || open.length !== 1) return null;
  return { ...root, text: '' };
}
