/** What of an application's settings decides about headers. */
export interface HeaderSettings {
  /** All headers are compared but those that a rule ignores; otherwise those that mean something. */
  compareHeaders: boolean;
  /** Headers, in lower case, that are compared beside those that mean something. */
  furtherHeaders: readonly string[];
  /** Built-in rules by their ruleId; false switches one off. */
  builtInRules: Readonly<Record<string, boolean>>;
}

/**
 * Headers that differ between any two answers, whatever was asked: times, ids, hops, and what the transport makes of a
 * body.
 */
const NAMES: readonly string[] = [
  'date',
  'age',
  'expires',
  'last-modified',
  'etag',
  'server',
  'server-timing',
  'set-cookie',
  'content-length',
  'content-encoding',
  'transfer-encoding',
  'connection',
  'keep-alive',
  'via',
  'alt-svc',
  'traceparent',
  'tracestate',
  'x-request-id',
  'x-correlation-id',
  'x-trace-id',
  'x-b3-traceid',
  'x-b3-spanid',
  'x-cloud-trace-context',
  'x-runtime',
  'x-response-time',
  'x-cache',
  'x-served-by',
  'x-timer',
  'x-envoy-upstream-service-time',
  'x-amzn-requestid',
  'x-amzn-trace-id',
  'x-amz-apigw-id',
  'x-amz-request-id',
  'x-amz-id-2',
  'x-amz-cf-id',
  'x-amz-cf-pop',
  'cf-ray',
  'cf-cache-status',
  'report-to',
  'nel',
];

/** The JSONPath of a header, its name in lower case; a name may have an apostrophe (RFC 9110 5.1). */
export const headerPath = (name: string): string => `$['${name.replaceAll("'", "\\'")}']`;

/** Begins the ids of built-in rules. */
export const BUILT_IN_PREFIX = 'built-in-';

/**
 * The rule that ignores each of these headers: its id, by which settings switch it off, and the JSONPath of the header.
 */
export const BUILT_IN_HEADERS: readonly { ruleId: string; path: string }[] = NAMES.map((name) => ({
  ruleId: `${BUILT_IN_PREFIX}${name}`,
  path: headerPath(name),
}));
