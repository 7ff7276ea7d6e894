import { isSealed } from '../../../platform/values/sealed-text.ts';
import { percentDecoded } from '../../../recordings/domain/sealed/percent-decoded.ts';

/** How a value is written in a URL, form or cookie. */
export interface ValueEncoding {
  /** Whether `+` is a blank. */
  isForm: boolean;
  encode(value: string): string;
}

/** The value of a percent-encoded text; a text that is not encoded is the value itself. */
export function decodedValue(text: string, isForm: boolean): string {
  if (!text.includes('%')) return isForm ? text.replaceAll('+', ' ') : text;
  // The sign before a sealed value says that what it holds is encoded.
  if (isSealed(text)) return text.slice(1);
  const plain = isForm ? text.replaceAll('+', ' ') : text;
  return percentDecoded(plain) ?? plain;
}

/** Rewrites the value of an encoded text; the same text if the value stays. */
export function rewrittenValue(text: string, { isForm, encode }: ValueEncoding, rewrite: (value: string) => string) {
  const plain = decodedValue(text, isForm);
  const changed = rewrite(plain);
  if (changed === plain) return text;
  if (isSealed(changed)) return isSealed(text) && text.startsWith('%') ? `%${changed}` : changed;
  return encode(changed);
}
