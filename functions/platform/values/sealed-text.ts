/** A sealed value: base64url of key number, nonce, ciphertext and tag (functions/recordings/domain/sealed). */
export const SEALED = /sealed\.v1\.[A-Za-z0-9_-]{38,}\./g;

const START = 'sealed.v1.';
const WHOLE = /^%?sealed\.v1\.[A-Za-z0-9_-]{38,}\.$/;
/** Also the beginning of one in a text that is cut. */
const SHOWN = /%?sealed\.v1\.[A-Za-z0-9_-]*\.?/g;
/** A string of JSON that is a sealed value, also of JSON inside strings of JSON. */
const STRING = /(\\{0,63})"sealed\.v1\.[A-Za-z0-9_-]{38,}\.\1"(?!\s{0,200}:)/g;

/** The placeholders of a text, in their order. One may have megabytes, which SEALED cannot match. */
export function placeholdersIn(text: string): string[] {
  const found: string[] = [];
  for (let at = text.indexOf(START); at !== -1; at = text.indexOf(START, at + START.length)) {
    const from = at + START.length;
    const end = text.indexOf('.', from);
    if (end === -1) break;
    if (end - from >= MIN_LENGTH && isBase64Url(text, from, end)) found.push(text.slice(at, end + 1));
  }
  return found;
}

const MIN_LENGTH = 38;
const PART = 64 * 1024;

function isBase64Url(text: string, from: number, end: number): boolean {
  for (let at = from; at < end; at += PART)
    if (!/^[A-Za-z0-9_-]*$/.test(text.slice(at, Math.min(at + PART, end)))) return false;
  return true;
}

/** Whether a text, or bytes, may hold a sealed value. */
export const maySeal = (text: string | Buffer): boolean => text.includes(START);

/** Whether a text is one sealed value, and nothing else. */
export const isSealed = (text: string): boolean =>
  text.startsWith('sealed.v1.', text[0] === '%' ? 1 : 0) && WHOLE.test(text);

/** A text as readers see it: `sealed` for each sealed value (interface 10). */
export const shownSealed = (text: string): string => withoutSealed(text, 'sealed');

/** A text with the same words in place of each sealed value. */
export const withoutSealed = (text: string, words: string): string =>
  maySeal(text) ? text.replaceAll(SHOWN, words) : text;

/** A JSON text as readers see it: `{"sealed":true}` for each string that is a sealed value, `sealed` for others. */
export const shownSealedJson = (text: string): string =>
  maySeal(text)
    ? shownSealed(text.replaceAll(STRING, (_, slashes: string) => `{${slashes}"sealed${slashes}":true}`))
    : text;
