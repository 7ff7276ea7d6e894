import { maskMembers } from '../masks/mask-members.ts';
import { isTokenName } from './token-name.ts';

/** Bytes of a body in which tokens are looked for; answers to logins are short. */
const MAX_SCANNED = 64 * 1024;

interface Body {
  headers: readonly (readonly [string, string])[];
  body: string | null;
  bodyEncoding: 'utf8' | 'base64';
}

/** Values of the members of a JSON body, or of the fields of a form, whose names mean a token that stands for a login. */
export function tokensInBody({ body, bodyEncoding }: Body): string[] {
  if (body === null || bodyEncoding !== 'utf8' || body.length > MAX_SCANNED) return [];
  if (!/token|jwt|sid|authorization|session/i.test(body)) return [];
  return /^\uFEFF?\s*[[{]/.test(body) ? tokensInJson(body) : tokensInPairs(body);
}

function tokensInJson(text: string): string[] {
  const found: string[] = [];
  maskMembers(text, (name, value) => {
    if (isTokenName(name) && value.startsWith('"')) found.push(value.replace(/^"|"$/g, ''));
    return '';
  });
  return found;
}

/** The same of a query or a form; none of any other text. */
export const tokensInPairs = (text: string): string[] =>
  /^[\w.~%+[\]-]{1,256}=[^\s<>]*$/.test(text)
    ? [...new URLSearchParams(text)].flatMap(([name, value]) => (isTokenName(name) ? [value] : []))
    : [];
