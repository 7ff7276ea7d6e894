import * as v from 'valibot';
import { type CidrRange, parseCidr } from '../outbound/egress/addresses.ts';
import { areEntries } from '../outbound/egress/entries.ts';
import { parseOriginPattern } from '../values/origin-pattern.ts';

const DIGITS = /^\d{1,9}$/;

const digits = (min: number, max: number) =>
  v.pipe(
    v.string(),
    v.check((text) => DIGITS.test(text) && Number(text) >= min && Number(text) <= max),
    v.transform(Number),
  );
const between = (min: number, max: number) => `${inThousands(min)} to ${inThousands(max)}`;

// Loading the locales of `toLocaleString` takes longer than reading every setting.
const inThousands = (value: number) => String(value).replaceAll(/\B(?=(\d{3})+$)/g, ',');

/** An integer in digits, within a range. */
export const wholeNumber = (fallback: number, min: number, max: number) =>
  v.pipe(v.optional(digits(min, max), String(fallback)), v.metadata({ values: between(min, max) }));

/** Like `wholeNumber`; the world decides the default. */
export const anyNumber = (min: number, max: number) =>
  v.pipe(v.optional(digits(min, max)), v.metadata({ values: between(min, max) }));

/** One of a list of values. */
export const oneOf = <const T extends string>(values: readonly T[], fallback: T) =>
  v.pipe(v.optional(v.picklist(values), fallback), v.metadata({ values: worded(values) }));

/** One of a list of values; the world decides the default. */
export const anyOf = <const T extends string>(values: readonly T[]) =>
  v.pipe(v.optional(v.picklist(values)), v.metadata({ values: worded(values) }));

const worded = (values: readonly string[]) => values.map((value) => `\`${value}\``).join(', ');

/** The entries of a comma-separated list. */
const entriesOf = (text: string): string[] =>
  text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');

/** Comma-separated list of CIDR, host, host:port. */
export const egressEntries = v.optional(
  v.pipe(
    v.string(),
    v.transform(entriesOf),
    v.check((entries) => areEntries(entries)),
  ),
  '',
);

/** Comma-separated list of addresses and CIDR ranges. One of all addresses would trust every client. */
export const proxyRanges = v.optional(
  v.pipe(
    v.string(),
    v.transform((text) => entriesOf(text).map(parseCidr)),
    v.array(v.custom<CidrRange>((range) => Array.isArray(range) && range[1] > 0)),
  ),
  '',
);

const HOST_NAME = /^[a-z0-9_:]([a-z0-9_:.-]*[a-z0-9_:])?$/;

/** Comma-separated list of host names or addresses, without ports. */
export const hostNames = v.optional(
  v.pipe(
    v.string(),
    v.transform((text) => entriesOf(text.toLowerCase()).map((name) => name.replace(/^\[|\]$/g, ''))),
    v.check((names) =>
      names.every((name) => HOST_NAME.test(name) && URL.canParse(`http://${name.includes(':') ? `[${name}]` : name}`)),
    ),
  ),
  '',
);

/** Comma-separated list of origins and `https://*.suffix`. */
export const originPatterns = v.optional(
  v.pipe(
    v.string(),
    v.transform((text) => entriesOf(text).map(parseOriginPattern)),
    v.array(v.string()),
  ),
  '',
);

/** Comma-separated list of ports. */
export const ports = (fallback: string) =>
  v.optional(
    v.pipe(
      v.string(),
      v.check((text) => /^(\d{1,5}(,\d{1,5})*)?$/.test(text)),
      v.transform((text) => text.split(',').filter(Boolean).map(Number)),
    ),
    fallback,
  );

/** A language tag of BCP 47, such as `en` or `zh-CN`. */
export const languageTag = v.pipe(v.string(), v.maxLength(35), v.check(isLanguageTag));

function isLanguageTag(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch (fault) {
    if (fault instanceof RangeError) return false;
    throw fault;
  }
}

/** A URL without credentials. */
export const httpUrl = v.pipe(
  v.string(),
  v.check((text) => {
    const url = URL.parse(text);
    return url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '';
  }),
);

/** The address of the service: an origin, and a path if it shares its host. */
export const publicUrl = v.pipe(
  httpUrl,
  v.check((text) => {
    const path = URL.parse(text)?.pathname ?? '';
    const [, first = ''] = path.split('/');
    return !/[?#]/.test(text) && /^(?:\/[\w.~-]+)*\/*$/.test(path) && !OWN_SEGMENTS.includes(first);
  }),
);

/** The first segments of our own paths. A base path that begins with one would be ambiguous. @internal */
export const OWN_SEGMENTS = 'api badge blobs console healthz metrics mock openapi progress readyz report v1'.split(' ');

/** A URL of scheme, host and port alone, without credentials. */
export const origin = v.pipe(
  httpUrl,
  v.check((text) => `${URL.parse(text)?.origin}` === text.replace(/\/$/, '')),
  v.transform((text) => text.replace(/\/$/, '')),
);

/** URL of a mail server. */
export const smtpUrl = v.pipe(
  v.string(),
  v.check((text) => URL.canParse(text) && /^smtps?:$/.test(new URL(text).protocol)),
);

const DOMAIN = /^(\*|[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*)$/;

/** Comma-separated list of mail domains, `*` for any. */
export const mailDomains = v.pipe(
  v.string(),
  v.transform((text) =>
    text
      .toLowerCase()
      .split(',')
      .map((domain) => domain.trim())
      .filter((domain) => domain !== ''),
  ),
  v.check((domains) => domains.every((domain) => DOMAIN.test(domain))),
);

/** TLS proves the identity of an issuer, so its URL is https, or http on loopback only. */
export const issuerUrl = v.pipe(
  httpUrl,
  v.check((text) => {
    const url = URL.parse(text);
    return url !== null && (url.protocol === 'https:' || isLoopback(url.hostname)) && !/[?#]/.test(text);
  }),
);

/** Id, secret or key that is sent unchanged in a header or a form. */
export const credential = v.pipe(v.string(), v.regex(/^[\x21-\x7e]{1,4096}$/));

/** A non-empty text. */
export const nonEmptyText = v.pipe(v.string(), v.nonEmpty());

/** Whether only this machine can reach a host. */
export const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host);
