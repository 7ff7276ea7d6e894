/** Maximum characters of a pattern, and of the origin that it covers. @internal */
export const MAX_ORIGIN_LENGTH = 300;

/** Begins the host of a pattern for every name below a suffix. */
const WILDCARD = '*.';
/** Stands for the labels of a wildcard while the address is parsed. */
const ANY = 'any';

/**
 * Normalizes an address: an origin (`https://staging.shop.example:8443`), or `https://*.suffix` with at least two
 * labels in the suffix and any port. Host names become lower case and ASCII, without a trailing dot; default ports are
 * left out. Null if it is neither, has credentials, a path, a query or a fragment.
 */
export function parseOriginPattern(text: string): string | null {
  const given = text.trim();
  const [, scheme, star, rest] = /^(https?:\/\/)(\*\.)?(.*)$/is.exec(given) ?? [];
  if (given.length > MAX_ORIGIN_LENGTH || scheme === undefined || rest === undefined || /[\\\s*]/.test(rest))
    return null;
  const url = URL.parse(star === undefined ? `${scheme}${rest}` : `${scheme}${ANY}.${rest}`);
  if (url === null || !isBare(url, rest)) return null;
  if (star === undefined) return originOf(url.href);
  const suffix = bareHost(url).slice(ANY.length + 1);
  if (url.protocol !== 'https:' || !/^[^.]+(\.[^.]+)+$/.test(suffix)) return null;
  return `https://${WILDCARD}${suffix}${url.port && `:${url.port}`}`;
}

/** The origin of an http(s) URL as patterns are compared with it; null for any other text. */
export function originOf(address: string): string | null {
  const url = URL.parse(address);
  if (url === null || !/^https?:$/.test(url.protocol) || bareHost(url) === '') return null;
  return `${url.protocol}//${bareHost(url)}${url.port && `:${url.port}`}`;
}

/** Whether a normalized pattern covers an origin: the same scheme, host and port, or a name below its suffix. */
export function coversOrigin(pattern: string, origin: string): boolean {
  const [scheme = '', host = ''] = pattern.split('//');
  if (!host.startsWith(WILDCARD)) return pattern === origin;
  const [name = '', port] = origin.slice(scheme.length + 2).split(':');
  const [suffix = '', wantedPort] = host.slice(1).split(':');
  return (
    origin.startsWith(`${scheme}//`) && port === wantedPort && name.length > suffix.length && name.endsWith(suffix)
  );
}

/** The parser drops a trailing dot of no name, and it names the same host. */
const bareHost = ({ hostname }: URL): string => hostname.replace(/\.$/, '');

/** `rest` is what follows the scheme: the parser hides an empty query, fragment or user. */
const isBare = (url: URL, rest: string): boolean =>
  url.pathname === '/' && url.username === '' && url.password === '' && !/[?#@]/.test(rest);
