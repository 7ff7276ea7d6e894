import { maskMembers } from '../masks/mask-members.ts';
import { isSignatureName, isTokenName } from './token-name.ts';

/** Bytes of a body in which tokens are looked for; answers to logins are short. */
const MAX_SCANNED = 64 * 1024;

interface Body {
  headers: readonly (readonly [string, string])[];
  body: string | null;
  bodyEncoding: 'utf8' | 'base64';
}

/** Maximum signed URLs that are looked at in a body. */
const MAX_SIGNED_URLS = 4;

/**
 * Values of the members of a JSON body, or of the fields of a form, whose names mean a token that stands for a login,
 * and the signatures of URLs in it.
 */
export function tokensInBody({ body, bodyEncoding }: Body): string[] {
  if (body === null || bodyEncoding !== 'utf8' || body.length > MAX_SCANNED) return [];
  if (!/token|jwt|sid|authorization|session|sig|secret|api.?key/i.test(body)) return [];
  const isJson = /^\uFEFF?\s*[[{]/.test(body);
  return isJson ? [...tokensInJson(body), ...signaturesIn(body)] : tokensInPairs(body);
}

function signaturesIn(text: string): string[] {
  const found: string[] = [];
  for (const [, name = '', value = ''] of text.matchAll(/[?&]([\w-]{3,32})=([^&"'\\\s<>#]{16,4096})/g)) {
    if (!isSignatureName(name)) continue;
    found.push(value);
    if (found.length === MAX_SIGNED_URLS) break;
  }
  return found;
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
    ? [...new URLSearchParams(text)].flatMap(([name, value]) =>
        isTokenName(name) || isSignatureName(name) ? [value] : [],
      )
    : [];
