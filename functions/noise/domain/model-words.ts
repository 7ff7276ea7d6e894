/** Control characters and marks that turn the direction of text. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}]/gu;
/** Whatever a reader's program might make a link or a call of. */
const ADDRESS = /\b[a-z][a-z0-9+.-]*:\/\/\S*|\bwww\.\S+|\b(?:mailto|javascript|data):\S*/gi;

/** Words of a language model, or that one may see, on one line: no control characters, no addresses, at most so many characters. */
export const plainLine = (text: string, most: number): string => plainText(text.replaceAll(/\s+/g, ' '), most);

/** The same over several lines. */
export function plainText(text: string, most: number): string {
  const plain = text
    .toWellFormed()
    .replaceAll(/\r\n?/g, '\n')
    .split('\n')
    .map((line) => line.replaceAll(INVISIBLE, '').replaceAll(ADDRESS, '…').trimEnd())
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
  const characters = [...plain];
  return characters.length <= most ? plain : `${characters.slice(0, most - 1).join('')}…`;
}
