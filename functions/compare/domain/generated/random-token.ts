/** Bytes of 128 bits and more, as texts. */
const HEX = /^(?:[0-9a-f]{32,128}|[0-9A-F]{32,128})$/;
const BASE64 = /^(?:[A-Za-z0-9_-]{22,512}|[A-Za-z0-9+/]{22,512})={0,2}$/;
const ONE_CASE = /^(?:[a-z0-9]{24,512}|[A-Z0-9]{24,512})$/;

/**
 * The format of a text of 128 random bits or more: hex, base64, or letters of one case and digits. Null for words, numbers
 * and encoded texts.
 */
export function randomTokenForm(text: string): string | null {
  if (HEX.test(text)) return isEvenHex(text) ? `${text.length * 4}-bit hex` : null;
  const isRandom = ONE_CASE.test(text) ? isScattered(text) : BASE64.test(text) && isMixed(text) && !isReadable(text);
  return isRandom ? `random text of ${text.length} characters` : null;
}

/** Whether hex digits are as mixed as random ones: no number, no filler, no text in hex. */
function isEvenHex(text: string): boolean {
  const letters = text.replaceAll(/\d/g, '').length / text.length;
  return new Set(text).size >= 10 && !/(.)\1{5}/.test(text) && letters > 0.12 && letters < 0.7 && !isReadable(text);
}

const isScattered = (text: string) => {
  const digits = text.match(/\d+/g) ?? [];
  return new Set(text).size >= 12 && digits.length >= text.length / 8;
};

/** Neighbours that words in camel case do not have: two capitals, a digit after a capital, a letter after a digit. */
const UNLIKE_WORDS = /(?=[A-Z][A-Z0-9]|\d[a-z])/g;

function isMixed(text: string): boolean {
  const counts = [/[a-z]/g, /[A-Z]/g, /\d/g].map((form) => text.match(form)?.length ?? 0);
  const parts = text.split(/[-_/+]/).length;
  return (
    counts.every((count, index) => count >= (index === 2 ? 1 : 3)) &&
    new Set(text).size >= 12 &&
    parts <= 1 + text.length / 8 &&
    (text.match(UNLIKE_WORDS)?.length ?? 0) >= text.length / 8
  );
}

/** Whether the bytes that a text encodes are a text: a page cursor, or a word. */
function isReadable(text: string): boolean {
  const bytes = Buffer.from(text, HEX.test(text) ? 'hex' : 'base64');
  const readable = bytes.filter((byte) => byte >= 0x20 && byte < 0x7f).length;
  return readable >= bytes.length * 0.85;
}
