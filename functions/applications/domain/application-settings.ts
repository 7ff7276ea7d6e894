import { compile, JSONPathError } from 'json-p3';
import * as v from 'valibot';
import { HEADER_NAME, SENDABLE_VALUE } from '../../platform/http/http-tokens.ts';
import { MOST_LOAD } from '../../platform/outbound/most-load.ts';
import { accept, type Result, refuse } from '../../platform/result.ts';
import { BUILT_IN_HEADERS } from './built-in-headers.ts';
import { withoutMasks } from './masked-headers.ts';

/** What is blacked out of a case before it is stored: a header by its name, or a JSONPath (RFC 9535) into JSON bodies. */
export const RedactRule = v.union([v.object({ header: v.string() }), v.object({ path: v.string() })]);
export type RedactRule = v.InferOutput<typeof RedactRule>;

const ReplaySettings = v.object({
  maxQps: v.number(),
  concurrency: v.number(),
  timeoutMs: v.number(),
  /** Headers of every replayed request: `set` replaces or adds, `remove` takes out. */
  headers: v.object({ set: v.record(v.string(), v.string()), remove: v.array(v.string()) }),
  /** Whether requests of one session replay in order, one at a time. */
  keepSessions: v.boolean(),
});

/** Settings of one application (interface 10). */
export const ApplicationSettings = v.object({
  operationNaming: v.picklist(['path', 'method-path']),
  replay: ReplaySettings,
  redact: v.array(RedactRule),
  /** Whether replays that need attention are analysed by themselves (interface 2.5). */
  automaticAnalysis: v.optional(v.boolean(), true),
  /** Whether noise reduction may send an unsafe method again though its downstream calls are not mocked (interface 3.1). */
  resendUnsafe: v.optional(v.boolean(), false),
  /** Response headers are compared, all but those that a rule ignores (interface 11). */
  compareHeaders: v.optional(v.boolean(), false),
  /** Built-in compare rules by their ruleId; false switches one off. */
  builtInRules: v.optional(v.record(v.string(), v.boolean()), {}),
});
export type ApplicationSettings = v.InferOutput<typeof ApplicationSettings>;

/** Settings of an application that nobody has set. */
export const DEFAULT_SETTINGS: ApplicationSettings = {
  operationNaming: 'path',
  replay: {
    maxQps: 200,
    concurrency: 10,
    timeoutMs: 30_000,
    headers: { set: {}, remove: [] },
    keepSessions: true,
  },
  redact: [],
  compareHeaders: false,
  builtInRules: {},
  resendUnsafe: false,
  automaticAnalysis: true,
};

/** All replayed headers that an application sets; more no server takes. */
const MOST_HEADER_BYTES = 32 * 1024;

const MOST_ENTRIES = 100;

const wholeNumber = (most: number) => v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(most));
const headerName = v.pipe(v.string(), v.regex(HEADER_NAME), v.maxLength(256));
const headerValue = v.pipe(v.string(), v.regex(SENDABLE_VALUE), v.maxLength(8192));

/** The body that changes settings: the members that it has, null counts as not there (interface 10). */
export const SettingsChange = v.object({
  operationNaming: v.nullish(v.picklist(['path', 'method-path'])),
  automaticAnalysis: v.nullish(v.boolean()),
  resendUnsafe: v.nullish(v.boolean()),
  replay: v.nullish(
    v.object({
      maxQps: v.nullish(wholeNumber(MOST_LOAD.maxQps)),
      concurrency: v.nullish(wholeNumber(MOST_LOAD.concurrency)),
      timeoutMs: v.nullish(wholeNumber(MOST_LOAD.timeoutMs)),
      headers: v.nullish(
        v.object({
          set: v.nullish(
            v.pipe(
              v.record(headerName, headerValue),
              v.check((set) => Object.keys(set).length <= MOST_ENTRIES),
              v.check((set) => Buffer.byteLength(JSON.stringify(set)) <= MOST_HEADER_BYTES),
            ),
          ),
          remove: v.nullish(v.pipe(v.array(headerName), v.maxLength(MOST_ENTRIES))),
        }),
      ),
      keepSessions: v.nullish(v.boolean()),
    }),
  ),
  redact: v.nullish(
    v.pipe(
      v.array(
        v.union([
          v.strictObject({ header: headerName }),
          v.strictObject({
            path: v.pipe(
              v.string(),
              v.maxLength(1024),
              v.check((path) => isJsonPath(path)),
            ),
          }),
        ]),
      ),
      v.maxLength(MOST_ENTRIES),
    ),
  ),
  compareHeaders: v.nullish(v.boolean()),
  builtInRules: v.nullish(
    v.record(
      v.pipe(
        v.string(),
        v.check((ruleId) => BUILT_IN_HEADERS.some((rule) => rule.ruleId === ruleId)),
      ),
      v.boolean(),
    ),
  ),
});

/** The settings after a PUT: only the members it sends change, null counts as not sent (interface 10), and the mask of a header keeps its value. */
export function changedSettings(
  current: ApplicationSettings,
  input: unknown,
): Result<ApplicationSettings, 'INVALID_SETTINGS'> {
  const parsed = v.safeParse(SettingsChange, input);
  if (!parsed.success) return refuse('INVALID_SETTINGS', `${fieldOf(parsed.issues[0])} has an unusable value`);
  const { operationNaming, replay, redact, compareHeaders, builtInRules, resendUnsafe, automaticAnalysis } =
    parsed.output;
  const { headers, ...pace } = replay ?? {};
  const stored = current.replay.headers;
  if (repeats(Object.keys(headers?.set ?? {})))
    return refuse('INVALID_SETTINGS', 'replay.headers.set has a header twice: upper and lower case are one');
  const set = withoutMasks(headers?.set ?? stored.set, stored.set);
  if (set === null)
    return refuse('INVALID_SETTINGS', 'replay.headers.set has a mask (***) for a header that has no value yet');
  return accept({
    operationNaming: operationNaming ?? current.operationNaming,
    replay: {
      maxQps: pace.maxQps ?? current.replay.maxQps,
      concurrency: pace.concurrency ?? current.replay.concurrency,
      timeoutMs: pace.timeoutMs ?? current.replay.timeoutMs,
      headers: {
        set,
        remove: headers?.remove ?? stored.remove,
      },
      keepSessions: pace.keepSessions ?? current.replay.keepSessions,
    },
    redact: redact ?? current.redact,
    compareHeaders: compareHeaders ?? current.compareHeaders,
    builtInRules: { ...current.builtInRules, ...builtInRules },
    resendUnsafe: resendUnsafe ?? current.resendUnsafe,
    automaticAnalysis: automaticAnalysis ?? current.automaticAnalysis,
  });
}

/** Names of headers are the same in any case (RFC 9110 5.1). */
const repeats = (names: readonly string[]): boolean =>
  new Set(names.map((name) => name.toLowerCase())).size < names.length;

/** RFC 9535 with its leading `$.` left out where the writer likes (interface 11). */
export function fullJsonPath(path: string): string {
  if (path.startsWith('$')) return path;
  return path.startsWith('[') || path.startsWith('.') ? `$${path}` : `$.${path}`;
}

function isJsonPath(path: string): boolean {
  try {
    compile(fullJsonPath(path));
    return true;
  } catch (fault) {
    if (fault instanceof JSONPathError) return false;
    throw fault;
  }
}

/** Names of our own members only: what stands under `set` is the caller's. */
function fieldOf(issue: v.BaseIssue<unknown>): string {
  const names = (issue.path ?? []).map(({ key }) => key).filter((key) => typeof key === 'string');
  const own = names[0] === 'replay' && names[1] === 'headers' ? names.slice(0, 3) : names.slice(0, 2);
  if (names[0] === 'redact' || names[0] === 'builtInRules') return names[0];
  return own.join('.') || 'the body';
}
