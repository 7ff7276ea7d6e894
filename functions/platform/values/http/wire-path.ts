/** Path and query exactly as in the url, without a fragment; what a request line cannot contain is percent-encoded. */
export function wirePath(url: string): string {
  const written = /^[^:/?#]+:\/\/[^/?#\\]*([^#]*)/.exec(url)?.[1] ?? '/';
  const path = written.startsWith('/') ? written : `/${written}`;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what has to be encoded
  return wireText(path).replace(/[\x00-\x20\x7f]/g, (char) => `%${char.charCodeAt(0).toString(16).padStart(2, '0')}`);
}

/** Characters up to U+00FF are bytes already (as node:http reads them); a text with others is sent as UTF-8. */
export function wireText(text: string): string {
  return /^[\0-\xff]*$/.test(text) ? text : Buffer.from(text, 'utf8').toString('latin1');
}
