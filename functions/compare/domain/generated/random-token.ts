/** Bytes of 128 bits and more, as texts. */
const HEX = /^(?:[0-9a-f]{32,128}|[0-9A-F]{32,128})$/;
const BASE64 = /^(?:[A-Za-z0-9_-]{22,512}|[A-Za-z0-9+/]{22,512})={0,2}$/;
const ONE_CASE = /^(?:[a-z0-9]{24,512}|[A-Z0-9]{24,512})$/;

/**
 * The format of a text of 128 random bits or more: hex, base64, or letters of one case and digits. Null for words,
 * numbers and encoded texts. Beside another text of that format, less of it suffices: by chance, one text of 128 bits
 * in ten has no digits, or looks a little like words.
 */
export function randomTokenForm(text: string, isBeside = false): string | null {
  if (HEX.test(text)) return isEvenHex(text) ? `${text.length * 4}-bit hex` : null;
  const isRandom = ONE_CASE.test(text)
    ? isScattered(text, isBeside ? 1 : text.length / 8)
    : BASE64.test(text) && isMixed(text, isBeside) && !isReadable(text);
  return isRandom ? `random text of ${text.length} characters` : null;
}

/** Whether hex digits are as mixed as random ones: no number, no filler, no text in hex. */
function isEvenHex(text: string): boolean {
  const letters = text.replaceAll(/\d/g, '').length / text.length;
  return new Set(text).size >= 10 && !/(.)\1{5}/.test(text) && letters > 0.12 && letters < 0.7 && !isReadable(text);
}

/** `digits`: the least number of groups of digits. */
const isScattered = (text: string, digits: number): boolean =>
  new Set(text).size >= 12 && (text.match(/\d+/g) ?? []).length >= digits;

/** Neighbours that words in camel case do not have: two capitals, a digit after a capital, a letter after a digit. */
const UNLIKE_WORDS = /(?=[A-Z][A-Z0-9]|\d[a-z])/g;

/** Whether at least so many neighbours are there that words in camel case do not have. */
export const isUnlikeWords = (text: string, least: number): boolean => (text.match(UNLIKE_WORDS)?.length ?? 0) >= least;

function isMixed(text: string, isBeside: boolean): boolean {
  const counts = [/[a-z]/g, /[A-Z]/g, /\d/g].map((form) => text.match(form)?.length ?? 0);
  if (!counts.every((count, index) => index === 2 || count >= 3) || new Set(text).size < 12) return false;
  if (isBeside) return isUnlikeWords(text, 2);
  const parts = text.split(/[-_/+]/).length;
  return counts[2] !== 0 && parts <= 1 + text.length / 8 && isUnlikeWords(text, text.length / 8);
}

/** Whether the bytes that a text encodes are a text: a page cursor, or a word. */
function isReadable(text: string): boolean {
  const bytes = Buffer.from(text, HEX.test(text) ? 'hex' : 'base64');
  const readable = bytes.filter((byte) => byte >= 0x20 && byte < 0x7f).length;
  return readable >= bytes.length * 0.85;
}
