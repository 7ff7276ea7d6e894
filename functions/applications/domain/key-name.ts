import * as v from 'valibot';

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is kept out
const PRINTABLE = /^[^\x00-\x1f\x7f]+$/;

/** A name that becomes part of a key: short, printable and without half surrogate pairs, which no key can hold. */
export const keyName = (maxBytes: number) =>
  v.pipe(
    v.string(),
    v.regex(PRINTABLE),
    v.check((text) => text.trim() !== '' && text.isWellFormed() && Buffer.byteLength(text) <= maxBytes),
  );
