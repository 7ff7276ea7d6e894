import * as v from 'valibot';
import { sha256Hex } from '../../../platform/values/sha256.ts';
import { exchangeMatcher } from './exchange-pattern.ts';
import { FILTER_RULES, RULE_NAMES, type RuleName } from './filter-rules.ts';
import { type FilteredExchange, MAX_HOST_LENGTH } from './filtered-exchange.ts';
import { globMatcher } from './glob-matcher.ts';

/** Which exchanges are taken. */
export interface FilterOptions {
  /** Patterns of hosts; null for the default of the format. */
  hosts: readonly string[] | null;
  /** Only exchanges that match one of these; all if there is none. */
  include: readonly string[];
  exclude: readonly string[];
  /** Rules that do not apply. */
  keep: readonly RuleName[];
  /** The fraction of the exchanges that is taken, above 0 to 1. */
  sample: number;
}

/** Leaves nothing out. */
export const TAKE_EVERYTHING: FilterOptions = { hosts: ['*'], include: [], exclude: [], keep: RULE_NAMES, sample: 1 };

/** Why exchanges are left out, in the order in which it is decided. */
export const LEFT_OUT_REASONS = {
  preflight: 'preflight requests of browsers',
  grpc: 'gRPC requests, which need HTTP/2',
  streaming: 'streams (events, WebSockets, playlists)',
  analytics: 'analytics, monitoring and advertising',
  static: 'static files (scripts, styles, images, fonts, media)',
  exclude: 'requests that match an exclude pattern',
  include: 'requests that match no include pattern',
  host: 'requests to other hosts',
  sample: 'requests outside the sample',
} as const satisfies Readonly<Record<RuleName | 'exclude' | 'include' | 'host' | 'sample', string>>;
export type LeftOutRule = keyof typeof LEFT_OUT_REASONS;

/** A host, or a pattern of hosts in which `*` stands for any characters. */
export const HostPattern = v.pipe(v.string(), v.maxLength(MAX_HOST_LENGTH), v.regex(/^[^\s/?#@]+$/), v.toLowerCase());

/** A fraction above 0 to 1, in digits. */
export const Sample = v.pipe(
  v.string(),
  v.regex(/^(?:0?\.\d{1,6}|1(?:\.0{1,6})?)$/),
  v.transform(Number),
  v.check((value) => value > 0),
);

/** Judges exchanges: null for one that is taken, else why it is not. */
export function exchangeFilter({ include, exclude, keep, sample }: Omit<FilterOptions, 'hosts'>) {
  const rules = FILTER_RULES.filter(({ rule }) => !keep.includes(rule));
  const included = include.map(exchangeMatcher);
  const excluded = exclude.map(exchangeMatcher);
  return {
    /** Judges by the rules and the patterns of requests. */
    ofRequest(exchange: FilteredExchange): LeftOutRule | null {
      const { method, path } = exchange;
      const rule = rules.find(({ applies }) => applies(exchange))?.rule;
      if (rule !== undefined) return rule;
      if (excluded.some((matches) => matches(method, path))) return 'exclude';
      return included.length === 0 || included.some((matches) => matches(method, path)) ? null : 'include';
    },

    /** Judges by the sample: the same ids are in it every time, and a smaller sample is part of a larger one. */
    ofSample: (id: string): LeftOutRule | null =>
      sample >= 1 || Number.parseInt(sha256Hex(`sample ${id}`).slice(0, 8), 16) < sample * 2 ** 32 ? null : 'sample',
  };
}

/** Tells whether a host is one of the chosen ones; an exchange that names no host counts as one. */
export function hostFilter(hosts: readonly string[]): (host: string | null) => boolean {
  const matchers = hosts.map((pattern) => globMatcher(pattern));
  return (host) => host === null || matchers.some((matches) => matches(host));
}
