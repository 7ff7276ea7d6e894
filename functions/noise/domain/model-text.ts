/** Control characters and text direction marks. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}]/gu;
/** Texts that an application might turn into a link or a call. */
const ADDRESS = /\b[a-z][a-z0-9+.-]*:\/\/\S*|\bwww\.\S+|\b(?:mailto|javascript|data):\S*/gi;

/** Text from or for a language model, on one line: no control characters, no addresses, at most `most` characters. */
export const plainLine = (text: string, max: number): string => plainText(text.replaceAll(/\s+/g, ' '), max);

/** The same for several lines. */
export function plainText(text: string, max: number): string {
  const plain = text
    .toWellFormed()
    .replaceAll(/\r\n?/g, '\n')
    .split('\n')
    .map((line) => line.replaceAll(INVISIBLE, '').replaceAll(ADDRESS, '…').trimEnd())
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
  const characters = [...plain];
  return characters.length <= max ? plain : `${characters.slice(0, max - 1).join('')}…`;
}
