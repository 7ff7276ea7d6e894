/** What is taken out of text that others wrote, or shown as a look-alike, in this order; nothing after a row brings back what it took. */
const DEFUSED: readonly (readonly [what: RegExp, instead: string])[] = [
  // Bidi controls, zero-width characters and everything else that is not seen.
  [/[\p{Cf}\p{Co}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}]/gu, ''],
  [/[\p{Cc}\p{Z}\u2800]+/gu, ' '],
  // Marks that pile up over the lines above.
  [/(\p{M}{4})\p{M}+/gu, '$1'],
  // Tags, entities, mentions.
  [/</g, '＜'],
  [/>/g, '＞'],
  [/&/g, '＆'],
  [/@/g, '＠'],
  // Links in Markdown, and addresses that a client would turn into links by itself.
  [/\](?=\()/g, '］'],
  [/:(?=[/\\]{2})/g, '：'],
  [/(www)\./gi, '$1．'],
];

/** Text of others on one line, such that in no vendor's card it pings, links, colours or hides anything (facts: bots 1.1). */
export const cleanText = (text: string): string =>
  DEFUSED.reduce((clean, [what, instead]) => clean.replace(what, instead), text.toWellFormed()).trim();

/** The lines of a text of others that say something, each as cleanText has it. */
export const cleanLines = (text: string): string[] =>
  text
    .split(/[\n\v\f\r\u0085\u2028\u2029]+/)
    .map(cleanText)
    .filter((line) => line !== '');

/** At most `most` characters (code points), the last one `…` where some are left out. */
export function cut(text: string, most: number): string {
  if (text.length <= most) return text;
  const characters = [...text];
  return characters.length <= most ? text : `${characters.slice(0, Math.max(most - 1, 0)).join('')}…`;
}

/** A name of others, clean and at most `most` characters long. */
export const nameText = (text: string, most: number): string => cut(cleanText(text), most);
