import { headerOf } from '../../functions/platform/values/http-tokens.ts';

/** The address of a case without a usable Host header. */
const NO_HOST = 'http://localhost';

/** Scheme and host of a recorded request. The scheme is what a proxy said, else http. */
export function originOf(headers: readonly (readonly [string, string])[]): string {
  const host = headerOf(headers, 'host')?.trim() ?? '';
  const scheme = headerOf(headers, 'x-forwarded-proto')?.split(',', 1)[0]?.trim() === 'https' ? 'https' : 'http';
  const isUsable = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i.test(host) && URL.canParse(`${scheme}://${host}`);
  return isUsable ? `${scheme}://${host}` : NO_HOST;
}

/** The parameters of a path's query, decoded. */
export function parametersOf(path: string): [string, string][] {
  const at = path.indexOf('?');
  return at === -1 ? [] : [...new URLSearchParams(path.slice(at + 1))];
}

/**
 * A path and query with what a URI cannot hold (RFC 3986) percent-encoded; browsers and applications send it all the
 * same.
 */
export const uriOf = (path: string): string =>
  path.replace(/%(?![\da-f]{2})|[^\w\-.~:/?@!$&'()*+,;=%]/giu, (one) => encodeURIComponent(one));
