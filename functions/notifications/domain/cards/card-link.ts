const MAX_LENGTH = 2048;
/**
 * Characters that could end or format a link in a vendor's Markdown. Hosts contain none of them except the brackets of
 * IPv6.
 */
const MARKUP = /[()[\]*|\\`@'~!]/g;

/**
 * An external address as a link that is safe in Markdown. Null unless it is http or https, has no credentials and at
 * most 2,048 characters.
 */
export function httpLink(text: string): string | null {
  if (!/^https?:\/\/[^\s\p{C}]+$/iu.test(text)) return null;
  const url = URL.parse(text);
  if (url === null || url.username !== '' || url.password !== '') return null;
  const link = url.origin + url.href.slice(url.origin.length).replace(MARKUP, percentEncoded);
  return Math.max(text.length, link.length) > MAX_LENGTH ? null : link;
}

const percentEncoded = (character: string) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
