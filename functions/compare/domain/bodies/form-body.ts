import { isUtf8 } from 'node:buffer';
import { utf8 } from '../../../platform/json/tape.ts';
import { sha256Hex } from '../../../platform/values/sha256.ts';
import type { BodyPart } from './part-table.ts';

/** Parses the fields of a form (application/x-www-form-urlencoded). */
export function parseForm(bytes: Uint8Array): BodyPart {
  const fields = new URLSearchParams(utf8(bytes, 0, bytes.length));
  return { name: '', text: '', parts: [...fields].map(([name, text]) => ({ name, text, parts: [] })) };
}

/**
 * Parses the fields of a multipart body (RFC 7578): text as it is, anything else as its digest; null if it has no valid
 * boundary.
 */
export function parseMultipart(bytes: Uint8Array): BodyPart | null {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  // The boundary is read from the body itself and differs in every response.
  const boundary = /^\s*(--[^\r\n]{1,72})\r?\n/.exec(text)?.[1];
  if (boundary === undefined || !text.includes(`${boundary}--`)) return null;
  const sections = text
    .slice(0, text.lastIndexOf(`${boundary}--`))
    .split(boundary)
    .slice(1);
  const parts = sections.map(sectionOf);
  return parts.every((part) => part !== null) ? { name: '', text: '', parts } : null;
}

function sectionOf(section: string, index: number): BodyPart | null {
  const blank = /\r?\n\r?\n/.exec(section);
  if (blank === null) return null;
  const head = section.slice(0, blank.index);
  const content = Buffer.from(section.slice(blank.index + blank[0].length).replace(/\r?\n$/, ''), 'latin1');
  const disposition = /^content-disposition:.*$/im.exec(head)?.[0] ?? '';
  const name = /[;\s]name="?([^";\r\n]*)/i.exec(disposition)?.[1] ?? String(index);
  const fileName = /[;\s]filename="?([^";\r\n]*)/i.exec(disposition)?.[1];
  const type = /^content-type:\s*([^;\r\n]*)/im.exec(head)?.[1]?.trim();
  const parts = [
    ...(fileName === undefined ? [] : [{ name: '@filename', text: fromLatin1(fileName), parts: [] }]),
    ...(type === undefined ? [] : [{ name: '@type', text: type.toLowerCase(), parts: [] }]),
  ];
  return { name: fromLatin1(name), text: shown(content), parts };
}

const fromLatin1 = (text: string) => Buffer.from(text, 'latin1').toString();

const shown = (content: Buffer) =>
  isUtf8(content) && !content.includes(0)
    ? content.toString()
    : `${content.length} bytes, sha256 ${sha256Hex(content)}`;
