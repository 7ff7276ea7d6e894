import { isCredentialName, mayNameCredential } from './credential-names.ts';
import { isMasked, type Mask } from './mask.ts';
import { maskMarkup } from './mask-markup.ts';
import { maskMembers } from './mask-members.ts';
import { maskForm, maskPairs } from './mask-pairs.ts';
import { maskStatements } from './mask-statements.ts';

/** `name: value` alone on a line: YAML, and headers that are part of a text. */
const LINE = /^([ \t-]{0,64})([\w.-]{1,128})([ \t]{0,8}:[ \t]{1,8})([^\s"'{[][^\r\n]*)$/gm;

/**
 * Masks the credentials in a text of any kind, whole or cut: members of JSON, pairs of queries and forms, elements and
 * attributes of markup, strings of SQL, arguments of GraphQL, and lines `name: value`. `contentType` is that of a body;
 * parts of a multipart form are known by it.
 */
export function maskText(text: string, mask: Mask, contentType = ''): string {
  if (!mayNameCredential(text)) return text;
  const type = contentType.toLowerCase();
  if (type.startsWith('application/x-www-form-urlencoded')) return maskForm(text, mask);
  const boundary = /^multipart\/[^;]{1,64};(?:[^;]{0,256};){0,8}\s*boundary="?([^";\s]{1,200})/.exec(contentType)?.[1];
  if (boundary !== undefined) return maskParts(text, boundary, mask);
  const members = maskSerialized(maskMembers(text, mask), mask);
  const masked = maskPairs(maskStatements(maskMarkup(members, mask), mask), mask);
  return masked.includes('\n') || !masked.includes('"') ? maskLines(masked, mask) : masked;
}

/**
 * A string of PHP after its name, in a session (`name|s:3:"…"`) or in an array (`s:4:"name";s:3:"…"`), also inside
 * JSON.
 */
const SERIALIZED =
  /(?:([\w.-]{1,128})\||s:\d{1,4}:\\{0,15}"([\w.-]{1,128})\\{0,15}";)s:\d{1,7}:(\\{0,15}")([^"\\]{1,65536})\3/g;

const maskSerialized = (text: string, mask: Mask): string =>
  text.includes('s:')
    ? text.replaceAll(SERIALIZED, (whole, ofSession?: string, ofArray?: string, quote = '', value = '') =>
        isCredentialName(ofSession ?? ofArray ?? '') && !isMasked(value)
          ? `${whole.slice(0, whole.length - value.length - quote.length)}${mask(ofSession ?? ofArray ?? '', value, 'pair')}${quote}`
          : whole,
      )
    : text;

const maskLines = (text: string, mask: Mask): string =>
  text.replaceAll(LINE, (whole, indent: string, name: string, colon: string, value: string) =>
    isCredentialName(name) && !isMasked(value) && !/^(?:null|true|false)$/.test(value)
      ? `${indent}${name}${colon}${mask(name, value, 'line')}`
      : whole,
  );

/** Whether a part is a file of bytes, in which nothing is named. */
const isFile = (head: string): boolean =>
  /\bfilename=/i.test(head) && !/^content-type:\s{0,8}[^\r\n]{0,100}(?:text|json|xml|urlencoded)/im.test(head);

/** Masks parts of a multipart form by their name, and the credentials inside the others. */
function maskParts(text: string, boundary: string, mask: Mask): string {
  return text
    .split(`--${boundary}`)
    .map((part) => {
      const [blank = ''] = /\r?\n\r?\n/.exec(part) ?? [];
      const at = blank === '' ? -1 : part.indexOf(blank) + blank.length;
      if (at < 0) return part;
      const head = part.slice(0, at);
      const [, name = ''] = /\bname="?([^"\r\n;]{1,200})/i.exec(head) ?? [];
      const [, value = '', end = ''] = /^([\s\S]*?)(\r?\n)?$/.exec(part.slice(at)) ?? [];
      if (isCredentialName(name) && value !== '')
        return isMasked(value) ? part : `${head}${mask(name, value, 'part')}${end}`;
      if (isFile(head)) return part;
      return `${head}${maskText(value, mask)}${end}`;
    })
    .join(`--${boundary}`);
}
