import * as v from 'valibot';
import { areEntries } from '../outbound/egress/entries.ts';

const DIGITS = /^\d{1,9}$/;

const digits = (least: number, most: number) =>
  v.pipe(
    v.string(),
    v.check((text) => DIGITS.test(text) && Number(text) >= least && Number(text) <= most),
    v.transform(Number),
  );
const between = (least: number, most: number) => `${least.toLocaleString('en')} to ${most.toLocaleString('en')}`;

/** A number in digits, between two others. */
export const wholeNumber = (fallback: number, least: number, most: number) =>
  v.pipe(v.optional(digits(least, most), String(fallback)), v.metadata({ values: between(least, most) }));

/** The same, where the world decides what no number means. */
export const anyNumber = (least: number, most: number) =>
  v.pipe(v.optional(digits(least, most)), v.metadata({ values: between(least, most) }));

/** One of some words. */
export const oneOf = <const T extends string>(values: readonly T[], fallback: T) =>
  v.pipe(v.optional(v.picklist(values), fallback), v.metadata({ values: worded(values) }));

/** One of some words, where the world decides what no word means. */
export const anyOf = <const T extends string>(values: readonly T[]) =>
  v.pipe(v.optional(v.picklist(values)), v.metadata({ values: worded(values) }));

const worded = (values: readonly string[]) => values.map((value) => `\`${value}\``).join(', ');

/** Comma list of CIDR, host, host:port. */
export const egressEntries = v.optional(
  v.pipe(
    v.string(),
    v.transform((text) =>
      text
        .split(',')
        .map((entry) => entry.trim())
        .filter((entry) => entry !== ''),
    ),
    v.check((entries) => areEntries(entries)),
  ),
  '',
);

/** Comma list of ports. */
export const ports = (fallback: string) =>
  v.optional(
    v.pipe(
      v.string(),
      v.check((text) => /^(\d{1,5}(,\d{1,5})*)?$/.test(text)),
      v.transform((text) => text.split(',').filter(Boolean).map(Number)),
    ),
    fallback,
  );

/** An address without a user or a password in it. */
export const httpUrl = v.pipe(
  v.string(),
  v.check((text) => {
    const url = URL.parse(text);
    return url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '';
  }),
);

/** Address of a mail server. */
export const smtpUrl = v.pipe(
  v.string(),
  v.check((text) => URL.canParse(text) && /^smtps?:$/.test(new URL(text).protocol)),
);

const DOMAIN = /^(\*|[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*)$/;

/** Comma list of mail domains, `*` for any. */
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

/** An issuer is who its address says, which only TLS proves; without it there is this machine alone. */
export const issuerUrl = v.pipe(
  httpUrl,
  v.check((text) => {
    const url = URL.parse(text);
    return url !== null && (url.protocol === 'https:' || isLoopback(url.hostname)) && !/[?#]/.test(text);
  }),
);

/** Id, secret or key that goes into a header or a form as it is. */
export const credential = v.pipe(v.string(), v.regex(/^[\x21-\x7e]{1,4096}$/));

/** Any text but none. */
export const text = v.pipe(v.string(), v.nonEmpty());

/** Whether only this machine reaches a host. */
export const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host);
