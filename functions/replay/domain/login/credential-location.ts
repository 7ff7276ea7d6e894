import type { LoginLocation } from '../../../applications/domain/login-step.ts';
import type { RecordedRequest } from '../../../recordings/domain/recorded-case.ts';
import { escapePlaceholders } from '../../../recordings/domain/sealed/escape-placeholders.ts';
import type { Sealer } from '../../../recordings/domain/sealed/sealer.ts';

type Headers = RecordedRequest['headers'];

/** The credential of a request at the place of a login step; null if the request has no such header or cookie. */
export function credentialAt({ headers }: Pick<RecordedRequest, 'headers'>, location: LoginLocation): string | null {
  if ('header' in location) return headers.find(isNamed(location.header))?.[1] ?? null;
  const pairs = headers.filter(isNamed('cookie')).flatMap(([, value]) => value.split(';'));
  const pair = pairs.find((one) => cookieName(one) === location.cookie);
  return pair === undefined ? null : pair.slice(pair.indexOf('=') + 1).trim();
}

/**
 * The request with a token at the place of the login step, in place of a credential that is there. The token is text,
 * also if it looks like a sealed value.
 */
export function withCredential(
  request: RecordedRequest,
  location: LoginLocation,
  token: string,
  sealer: Pick<Sealer, 'seal'>,
): RecordedRequest {
  const value = escapePlaceholders(prefixed(location.prefix, token), sealer);
  const headers = 'header' in location ? withHeader(request.headers, location.header, value) : null;
  return {
    ...request,
    headers: headers ?? withCookie(request.headers, 'cookie' in location ? location.cookie : '', value),
  };
}

/** A prefix that ends in a letter or digit is a scheme such as `Bearer`, which a space ends (RFC 9110 11.4). */
const prefixed = (prefix: string, token: string): string =>
  `${prefix}${/[0-9A-Za-z]$/.test(prefix) ? ' ' : ''}${token}`;

function withHeader(headers: Headers, name: string, value: string): Headers {
  const first = headers.findIndex(isNamed(name));
  if (first < 0) return [...headers, [name, value]];
  return headers
    .filter((header, at) => at === first || !isNamed(name)(header))
    .map((header, at) => (at === first ? [header[0], value] : header));
}

function withCookie(headers: Headers, name: string, value: string): Headers {
  const pair = `${name}=${value}`;
  let isPlaced = false;
  const placed = headers.map((header): Headers[number] => {
    if (!isNamed('cookie')(header)) return header;
    const pairs = header[1].split(';').map((one) => {
      if (cookieName(one) !== name) return one;
      isPlaced = true;
      return one.replace(/\S.*$/s, () => pair);
    });
    return [header[0], pairs.join(';')];
  });
  if (isPlaced) return placed;
  const first = placed.findIndex(isNamed('cookie'));
  if (first < 0) return [...placed, ['cookie', pair]];
  return placed.map((header, at) => (at === first ? [header[0], `${header[1]}; ${pair}`] : header));
}

const isNamed =
  (name: string) =>
  ([each]: readonly [string, string]): boolean =>
    each.toLowerCase() === name.toLowerCase();

/** The name of one `name=value` of a Cookie header. */
const cookieName = (pair: string): string => pair.slice(0, Math.max(0, pair.indexOf('='))).trim();
