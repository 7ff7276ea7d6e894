import { isUtf8 } from 'node:buffer';

/** Larger parts are files. */
const MAX_PART_BYTES = 64 * 1024;

/** Rewrites the text fields of a multipart body (RFC 7578); files and whatever is not text stay as they are. */
export function rewrittenMultipart(
  body: string,
  encoding: 'utf8' | 'base64',
  contentType: string,
  visit: (text: string, field: string) => string,
): string {
  const boundary = /;\s*boundary="?([^";]+)/i.exec(contentType)?.[1];
  if (boundary === undefined) return body;
  const text = Buffer.from(body, encoding).toString('latin1');
  const sections = text.split(`--${boundary}`);
  const changed = sections.map((section) => rewrittenSection(section, visit));
  if (changed.every((section, at) => section === sections[at])) return body;
  return Buffer.from(changed.join(`--${boundary}`), 'latin1').toString(encoding);
}

function rewrittenSection(section: string, visit: (text: string, field: string) => string): string {
  const blank = /\r?\n\r?\n/.exec(section);
  if (blank === null) return section;
  const start = blank.index + blank[0].length;
  const head = section.slice(0, blank.index);
  const field = /^content-disposition:.*[;\s]name="([^"\r\n]*)"/im.exec(head)?.[1];
  const content = section.slice(start).replace(/\r?\n$/, '');
  if (field === undefined || content.length > MAX_PART_BYTES || /[;\s]filename\*?=/i.test(head)) return section;
  const bytes = Buffer.from(content, 'latin1');
  if (!isUtf8(bytes)) return section;
  const plain = bytes.toString();
  const changed = visit(plain, Buffer.from(field, 'latin1').toString());
  if (changed === plain) return section;
  return section.slice(0, start) + Buffer.from(changed).toString('latin1') + section.slice(start + content.length);
}
