/** Pagination headers of common frameworks; `x-pagination-*` beside them. */
const PAGINATION = [
  'x-total-count',
  'x-total',
  'x-total-pages',
  'x-page',
  'x-page-count',
  'x-page-size',
  'x-per-page',
  'x-next-page',
  'x-prev-page',
  'x-offset',
  'x-limit',
  'x-count',
  'x-has-more',
  'x-pagination',
  'content-range',
];

/**
 * Headers that say something to a client, and are equal in two answers of one build. Others are not compared by
 * default.
 */
const NAMES: ReadonlySet<string> = new Set([
  'allow',
  'cache-control',
  'content-location',
  'content-type',
  'link',
  'location',
  ...PAGINATION,
]);

const PREFIXES = ['access-control-', 'x-pagination-'];

/** The headers that are compared by default, in order; `*` stands for the rest of a name. */
export const MEANINGFUL_HEADERS: readonly string[] = [...NAMES, ...PREFIXES.map((prefix) => `${prefix}*`)].sort();

/** Whether a header, its name in lower case, is compared by default. */
export const isMeaningfulHeader = (name: string): boolean =>
  NAMES.has(name) || PREFIXES.some((prefix) => name.startsWith(prefix));
