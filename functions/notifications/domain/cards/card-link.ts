const MOST_CHARACTERS = 2048;
/** What could end or decorate a link in a vendor's Markdown; hosts have none of it but the brackets of IPv6. */
const MARKUP = /[()[\]*|\\`@'~!]/g;

/** An address of others as a link that is safe in Markdown; null unless it is http or https, without credentials and at most 2,048 characters. */
export function httpLink(text: string): string | null {
  if (!/^https?:\/\/[^\s\p{C}]+$/iu.test(text)) return null;
  const url = URL.parse(text);
  if (url === null || url.username !== '' || url.password !== '') return null;
  const link = url.origin + url.href.slice(url.origin.length).replace(MARKUP, percentEncoded);
  return Math.max(text.length, link.length) > MOST_CHARACTERS ? null : link;
}

const percentEncoded = (character: string) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
