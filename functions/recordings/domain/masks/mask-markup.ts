import { isCredentialName } from './credential-names.ts';
import { isMasked, type Mask } from './mask.ts';

const TAG = /<([A-Za-z_][\w:.-]{0,127})((?:\s[^<>]{0,8000})?)>/g;
const ATTRIBUTE = /([\w:.-]{1,128})(\s{0,8}=\s{0,8})("[^"<]*"|'[^'<]*')/g;

/**
 * Masks elements and attributes of XML and HTML whose names mean credentials, and the value of `<input name="password"
 * value="…">` and `<meta name="csrf-token" content="…">`.
 */
export function maskMarkup(text: string, mask: Mask): string {
  if (!text.includes('<')) return text;
  const parts: string[] = [];
  const unclosed = new Set<string>();
  let kept = 0;
  for (const found of text.matchAll(TAG)) {
    const [tag, name = '', attributes = ''] = found;
    if (found.index < kept) continue;
    const masked = attributes === '' ? '' : maskAttributes(attributes, mask);
    const start = found.index + tag.length;
    if (masked !== attributes) {
      parts.push(text.slice(kept, found.index), `<${name}${masked}>`);
      kept = start;
    }
    if (attributes.endsWith('/') || !isCredentialName(name.replace(/^.*:/, ''))) continue;
    const end = endOfElement(text, name, start, unclosed);
    const value = text.slice(start, end);
    if (value.trim() === '' || isMasked(value.trim())) continue;
    parts.push(text.slice(kept, start), mask(name, value, 'markup'));
    kept = end;
  }
  return parts.length === 0 ? text : parts.join('') + text.slice(kept);
}

/** The closing tag of an element; in markup that is cut or wrong the next tag, else the end. */
function endOfElement(text: string, name: string, start: number, unclosed: Set<string>): number {
  const end = unclosed.has(name) ? -1 : text.indexOf(`</${name}`, start);
  if (end >= 0) return end;
  unclosed.add(name);
  const next = text.indexOf('<', start);
  return next < 0 ? text.length : next;
}

function maskAttributes(attributes: string, mask: Mask): string {
  const named = [...attributes.matchAll(ATTRIBUTE)].find(
    ([, name = '', , value = '']) => /^(?:name|id|property|key)$/i.test(name) && isCredentialName(value.slice(1, -1)),
  );
  return attributes.replaceAll(ATTRIBUTE, (whole, name: string, equals: string, value: string) => {
    const isValue = named !== undefined && /^(?:value|content)$/i.test(name);
    if (value.length <= 2 || !(isValue || isCredentialName(name.replace(/^.*:/, '')))) return whole;
    const quote = value.slice(0, 1);
    const inner = value.slice(1, -1);
    if (isMasked(inner)) return whole;
    return `${name}${equals}${quote}${mask(isValue ? (named[3] ?? name) : name, inner, 'markup')}${quote}`;
  });
}
