import * as v from 'valibot';
import { isObject } from '../../platform/json/is-object.ts';
import { accept, type Result, refuse } from '../../platform/result.ts';
import { HEADER_NAME } from '../../platform/values/http-tokens.ts';

/** Maximum path patterns of an application. */
const MAX_PATTERNS = 500;
const MAX_BYTES = 900;

/** Longer segments are not matched with patterns of parts, which could take long. */
const MAX_SEGMENT = 1000;

/** A path template of OpenAPI: a name in braces stands for one segment, or for a part of it. */
const TEMPLATE = /^\/(?:[^{}\s?#]|\{[^{}/?#\s]+\})*$/;

/** A pattern whose requests are one endpoint. */
export const EndpointPattern = v.object({
  pattern: v.pipe(
    v.string(),
    v.regex(TEMPLATE, 'must be a path template of OpenAPI, such as /users/{name}'),
    v.check((text) => Buffer.byteLength(text) <= MAX_BYTES, 'must be a path template of OpenAPI, of at most 900 bytes'),
  ),
  /** Null or absent: all of them. */
  methods: v.optional(
    v.pipe(v.array(v.pipe(v.string(), v.regex(HEADER_NAME), v.maxLength(32), v.toUpperCase())), v.minLength(1)),
  ),
  added: v.pipe(
    v.optional(v.object({ at: v.string(), by: v.string() })),
    v.description('When and by whom it was added. Absent in settings of earlier versions; a change cannot set it.'),
  ),
});
export type EndpointPattern = v.InferOutput<typeof EndpointPattern>;

/** Who adds patterns, and when (ISO-8601). */
export type AddedBy = NonNullable<EndpointPattern['added']>;

const Patterns = v.pipe(v.array(EndpointPattern), v.maxLength(MAX_PATTERNS));

/** What a change of settings may have: patterns, or an OpenAPI document (3.x or 2.0) whose paths they are. */
export const EndpointsChange = v.nullish(
  v.union([
    v.pipe(
      v.array(v.object({ pattern: v.string(), methods: v.nullish(v.array(v.string())) })),
      v.maxLength(MAX_PATTERNS),
    ),
    v.looseObject({ paths: v.record(v.string(), v.unknown()) }),
  ]),
);

/** The patterns after a change; those that it adds are noted as added by `author`. */
export function changedEndpoints(
  current: readonly EndpointPattern[],
  change: v.InferOutput<typeof EndpointsChange>,
  author?: AddedBy,
): Result<EndpointPattern[], 'INVALID_SETTINGS'> {
  if (change === null || change === undefined) return accept([...current]);
  const given = Array.isArray(change)
    ? change.map(({ pattern, methods }) => ({ pattern, ...(methods && { methods }) }))
    : patternsOfDocument(change);
  const parsed = v.safeParse(Patterns, given);
  if (!parsed.success) return refuse('INVALID_SETTINGS', messageOf(parsed.issues[0]));
  const keys = parsed.output.flatMap(({ pattern, methods = ['*'] }) => methods.map((method) => `${method} ${pattern}`));
  if (new Set(keys).size < keys.length) return refuse('INVALID_SETTINGS', 'endpoints repeats a pattern');
  const known = new Map(current.map((one) => [patternKey(one), one.added]));
  return accept(
    parsed.output.map((one) => {
      const added = known.has(patternKey(one)) ? known.get(patternKey(one)) : author;
      return { ...one, ...(added && { added }) };
    }),
  );
}

/** What tells a pattern from others: its template and methods. */
export const patternKey = ({ pattern, methods = [] }: Pick<EndpointPattern, 'pattern' | 'methods'>): string =>
  `${methods.join(' ')} ${pattern}`;

/** The paths without braces among patterns that a template would take if they were not patterns themselves. */
export function keptApart(template: Pick<EndpointPattern, 'pattern'>, patterns: readonly EndpointPattern[]): string[] {
  if (!template.pattern.includes('{')) return [];
  const matches = patternMatcher([{ pattern: template.pattern }]);
  return patterns.flatMap(({ pattern }) => (!pattern.includes('{') && matches(pattern, '') !== null ? pattern : []));
}

function messageOf({ path, message }: v.BaseIssue<unknown>): string {
  const [index, member] = (path ?? []).map(({ key }) => key);
  if (index === undefined) return `endpoints can have at most ${MAX_PATTERNS} patterns`;
  const location = `endpoints[${String(index)}].${String(member ?? 'pattern')}`;
  return `${location} ${message.startsWith('must be ') ? message : 'is invalid'}`;
}

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];

/** The paths of an OpenAPI document below the path of its first server, each with its methods. */
function patternsOfDocument(document: {
  paths: Readonly<Record<string, unknown>>;
  [member: string]: unknown;
}): { pattern: string; methods?: string[] }[] {
  const base = basePathOf(document);
  return Object.entries(document.paths).flatMap(([path, item]) => {
    if (!path.startsWith('/')) return [];
    const methods = isObject(item) ? METHODS.filter((method) => method in item) : [];
    return [
      { pattern: `${base}${path}`, ...(methods.length > 0 && { methods: methods.map((one) => one.toUpperCase()) }) },
    ];
  });
}

/** Of the first server, or of `basePath` in 2.0; empty without a path. */
function basePathOf({ servers, basePath }: Readonly<Record<string, unknown>>): string {
  const first: unknown = Array.isArray(servers) ? servers[0] : undefined;
  const url = isObject(first) && typeof first.url === 'string' ? first.url : basePath;
  const path = typeof url === 'string' ? (URL.parse(url, 'http://server.invalid')?.pathname ?? '') : '';
  return path.replace(/\/+$/, '');
}

/** Finds the pattern of a path, or of its template, and a method; null if none matches. */
export type PatternMatcher = (path: string, method: string) => string | null;

/** Compiles patterns; of several that match, the one with the earlier literal segment counts, as in OpenAPI. */
export function patternMatcher(patterns: readonly EndpointPattern[]): PatternMatcher {
  const byLength = new Map<number, Compiled[]>();
  for (const one of patterns) {
    const segments = one.pattern.split('/').map(segmentOf);
    const list = byLength.get(segments.length) ?? [];
    byLength.set(segments.length, list);
    list.push({ ...one, segments });
  }
  for (const list of byLength.values()) list.sort(moreLiteral);
  return (path, method) => {
    if (byLength.size === 0) return null;
    const segments = path.split('/');
    const found = byLength
      .get(segments.length)
      ?.find(
        ({ methods, segments: wanted }) =>
          (methods === undefined || methods.includes(method)) &&
          wanted.every((one, at) => matchesSegment(one, segments[at] ?? '')),
      );
    return found?.pattern ?? null;
  };
}

interface Compiled extends EndpointPattern {
  segments: Segment[];
}

/** A literal, a whole segment of any text (null), or a form with parts of any text. */
type Segment = string | RegExp | null;

function segmentOf(text: string): Segment {
  if (!text.includes('{')) return text;
  if (/^\{[^{}]+\}$/.test(text)) return null;
  const parts = text.split(/\{[^{}]+\}/).map((part) => part.replaceAll(/[\\^$.*+?()[\]|]/g, '\\$&'));
  return new RegExp(`^${parts.join('.+')}$`, 's');
}

function matchesSegment(wanted: Segment, segment: string): boolean {
  if (wanted === null) return segment !== '';
  return typeof wanted === 'string' ? wanted === segment : segment.length <= MAX_SEGMENT && wanted.test(segment);
}

const rank = (segment: Segment): number => (typeof segment === 'string' ? 0 : segment === null ? 2 : 1);

function moreLiteral(a: Compiled, b: Compiled): number {
  for (const [at, segment] of a.segments.entries()) {
    const order = rank(segment) - rank(b.segments[at] ?? null);
    if (order !== 0) return order;
  }
  // A pattern of certain methods before one of all.
  return (a.methods ? 0 : 1) - (b.methods ? 0 : 1);
}
