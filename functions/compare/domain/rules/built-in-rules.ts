import type { CompareRule } from './rules.ts';

/** What of an application's settings decides about headers. */
export interface HeaderSettings {
  /** Headers are compared, all but those that a rule ignores. */
  compareHeaders: boolean;
  /** Built-in rules by their ruleId; false switches one off. */
  builtInRules: Readonly<Record<string, boolean>>;
}

/** Headers that differ between any two answers, whatever was asked: times, ids, hops, and what the transport makes of a body. */
const NOISE: readonly string[] = [
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

const PREFIX = 'built-in-';

const builtIn = (name: string, kind: CompareRule['kind'], path: string): CompareRule => ({
  ruleId: `${PREFIX}${name}`,
  kind,
  operation: null,
  target: 'response-headers',
  path,
  origin: 'built-in',
  createdBy: 'the service',
  createdAt: 0,
});

/** The rules that every application has; they act where it compares headers, and each can be switched off (interface 11). */
export const BUILT_IN_RULES: readonly CompareRule[] = NOISE.map((name) => builtIn(name, 'ignore', `$['${name}']`));

/** Ids that no stored rule may have. */
export const isBuiltInId = (ruleId: string): boolean => ruleId.startsWith(PREFIX);

const EVERY_HEADER = builtIn('compare-headers', 'include-only', '$.*');

/** Whether a built-in rule has not been switched off. */
export const isSwitchedOn = ({ builtInRules }: HeaderSettings, ruleId: string): boolean =>
  builtInRules[ruleId] !== false;

/** The rules that comparisons and findings go by: the application's own, and where it compares headers the built-in ones. */
export function rulesInForce(rules: readonly CompareRule[], settings: HeaderSettings): readonly CompareRule[] {
  if (!settings.compareHeaders) return rules;
  return [...rules, EVERY_HEADER, ...BUILT_IN_RULES.filter(({ ruleId }) => isSwitchedOn(settings, ruleId))];
}
