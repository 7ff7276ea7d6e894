/**
 * Patterns that are removed from external text, or replaced by a look-alike, in this order. No later row restores what
 * an earlier one removed.
 */
const DEFUSED: readonly (readonly [what: RegExp, instead: string])[] = [
  // Bidi controls, zero-width characters and all other invisible characters.
  [/[\p{Cf}\p{Co}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}]/gu, ''],
  [/[\p{Cc}\p{Z}\u2800]+/gu, ' '],
  // Combining marks that overlap the lines above.
  [/(\p{M}{4})\p{M}+/gu, '$1'],
  // Tags, entities, mentions.
  [/</g, '＜'],
  [/>/g, '＞'],
  [/&/g, '＆'],
  [/@/g, '＠'],
  // Markdown links, and addresses that a client would turn into links.
  [/\](?=\()/g, '］'],
  [/:(?=[/\\]{2})/g, '：'],
  [/(www)\./gi, '$1．'],
];

/**
 * External text on one line, which in no vendor's card can mention, link, colour or hide anything (facts: bots 1.1).
 */
export const cleanText = (text: string): string =>
  DEFUSED.reduce((clean, [what, instead]) => clean.replace(what, instead), text.toWellFormed()).trim();

/** The nonempty lines of an external text, each cleaned by cleanText. */
export const cleanLines = (text: string): string[] =>
  text
    .split(/[\n\v\f\r\u0085\u2028\u2029]+/)
    .map(cleanText)
    .filter((line) => line !== '');

/** At most `most` characters (code points). The last one is `…` if the text is truncated. */
export function cut(text: string, max: number): string {
  if (text.length <= max) return text;
  const characters = [...text];
  return characters.length <= max ? text : `${characters.slice(0, Math.max(max - 1, 0)).join('')}…`;
}

/** An external name, clean and at most `most` characters long. */
export const nameText = (text: string, max: number): string => cut(cleanText(text), max);
