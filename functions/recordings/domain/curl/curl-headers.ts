import { HEADER_NAME, headerOf } from '../../../platform/values/http-tokens.ts';
import { INVISIBLE_CHARACTERS } from '../../../platform/values/invisible-characters.ts';
import { isCredentialName } from '../masks/credential-names.ts';

type Headers = readonly (readonly [string, string])[];

/** The headers of a command, and what they say about the request. */
export interface CurlHeaders {
  options: string[];
  /** Shell variables that hold credentials. */
  variables: string[];
  omitted: string[];
  /** The recorded scheme and host; null if none was recorded. */
  origin: string | null;
  hasType: boolean;
  /** Whether the request accepts encoded responses. */
  isCompressed: boolean;
}

/** Headers that curl makes itself. */
const OWN = new Set([
  'host',
  'content-length',
  'connection',
  'keep-alive',
  'proxy-connection',
  'transfer-encoding',
  'te',
  'trailer',
  'upgrade',
  'expect',
  'accept-encoding',
]);

const INVISIBLE = new RegExp(`[${INVISIBLE_CHARACTERS}]`, 'v');
const HOST = /^(?:[A-Za-z0-9.-]+|\[[0-9A-Fa-f:.]+\])(?::\d{1,5})?$/;
const LOOPBACK = /^(?:localhost|127\.[\d.]+|\[::1\])(?::|$)/i;

/**
 * The headers of a recorded request as options of curl. `stored` and `shown` are the headers as they are stored and as
 * a reader without credentials sees them: where a value differs, a shell variable stands for it.
 */
export function curlHeaders(stored: Headers, shown: Headers): CurlHeaders {
  const values = new Set(stored.map(([name, value]) => `${name}\n${value}`));
  const made: CurlHeaders = {
    options: [],
    variables: [],
    omitted: [],
    origin: originOf(shown),
    hasType: false,
    isCompressed: false,
  };
  for (const [name, value] of shown) {
    const lower = name.toLowerCase();
    if (lower === 'accept-encoding') made.isCompressed = true;
    if (OWN.has(lower) || !HEADER_NAME.test(name)) continue;
    if (isCredentialName(name) || !values.has(`${name}\n${value}`)) {
      const variable = variableOf(name);
      made.options.push(`--header ${shellQuoted(`${name}: `)}"$${variable}"`);
      if (!made.variables.includes(variable)) made.variables.push(variable);
    } else if (INVISIBLE.test(value)) made.omitted.push(name);
    else {
      // An empty value without the semicolon would remove the header.
      made.options.push(`--header ${shellQuoted(value === '' ? `${name};` : `${name}: ${value}`)}`);
      made.hasType ||= lower === 'content-type';
    }
  }
  return made;
}

/** `x-api-key` is `X_API_KEY`. */
const variableOf = (name: string): string =>
  name
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]/g, '_')
    .replace(/^(?=\d)/, '_');

function originOf(headers: Headers): string | null {
  const host = headerOf(headers, 'host') ?? headerOf(headers, ':authority') ?? '';
  if (!HOST.test(host)) return null;
  const scheme = headerOf(headers, 'x-forwarded-proto') ?? headerOf(headers, ':scheme');
  const isPlain = scheme === 'http' || (scheme !== 'https' && LOOPBACK.test(host));
  return `${isPlain ? 'http' : 'https'}://${host}`;
}

/** A text as one word of a POSIX shell, in which nothing has a meaning. */
export const shellQuoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
