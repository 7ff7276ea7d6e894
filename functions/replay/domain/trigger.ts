import * as v from 'valibot';
import { isObject } from '../../platform/json/is-object.ts';
import { accept, type Refusal, type Result, refuse } from '../../platform/result.ts';
import { isDotSegment } from '../../platform/values/dot-segment.ts';
import { isIdempotencyKey } from '../../platform/values/http/idempotency-key.ts';
import { sha256Hex } from '../../platform/values/sha256.ts';
import { compareText } from '../../platform/values/text-order.ts';
import { LatencyRatioLimit } from './latency/latency-ratio-limit.ts';
import { ReplayOrder } from './order/run-order.ts';
import { AskedPace } from './pacing/recorded-pace.ts';
import { CaseOrder, CaseSource } from './plan.ts';
import { BaselineEnv, isSameInstance, TargetEnv } from './target-env.ts';

/** Codes of spec 7.1 that the body and the headers alone determine. */
export type TriggerInputCode =
  | 'MISSING_APP_ID'
  | 'MISSING_TARGET_ENV'
  | 'INVALID_CASE_SOURCE_HOURS'
  | 'INVALID_CASE_SOURCE'
  | 'EMPTY_OPERATIONS'
  | 'CREATE_PLAN_FAILED';

/** A valid trigger request (spec 2.1), with defaults applied. */
export interface Trigger {
  appId: string;
  targetEnv: string;
  /** The running build, or none; absent: as the application says. */
  baselineEnv?: string | undefined;
  /** Null: the whole application. */
  operations: string[] | null;
  caseSource: CaseSource;
  caseSourceHours: number;
  /** Null: the server's setting. */
  caseCountLimit: number | null;
  /** Absent: `newest`. */
  caseSelection?: CaseOrder | undefined;
  /** Absent: as the application says. */
  order?: ReplayOrder | undefined;
  latencyLimit?: number | undefined;
  /** Absent: as fast as the load allows. */
  pace?: AskedPace | undefined;
  caseTags: Record<string, string>;
  enableMock: boolean;
  passThreshold: number | null;
  /** The given object as JSON text, or null. */
  attributes: string | null;
  idempotencyKey: string | null;
  /** Present: sealed values go as `[redacted]`. */
  credentials?: 'none' | undefined;
}

export interface TriggerInput {
  body: Readonly<Record<string, unknown>>;
  /** JSON text of the body's `attributes` as received, with numbers unchanged; null if there are none. */
  attributesText: string | null;
  idempotencyKey: string | null;
  /** The trigger itself was sent by a replay (facts: loop guard). */
  isReplayed: boolean;
  /** The caller has shown no credential; its attributes are limited to less. */
  isAnonymous: boolean;
}

/** Built-in property names of objects; a tag of that name cannot be stored. */
const UNUSABLE_NAMES = new Set(['__proto__', 'constructor', 'prototype']);
const MAX_TAGS = 100;
const MAX_TAGS_BYTES = 32 * 1024;

/** Filters by tags (spec 2.1): names and raw values. */
export const Tags = v.pipe(
  v.custom<Record<string, string | number | boolean>>((value) => isTags(value)),
  v.metadata({
    jsonSchema: {
      type: 'object',
      maxProperties: MAX_TAGS,
      additionalProperties: { type: ['string', 'number', 'boolean'] },
    },
    description: 'Only cases with these tags. Maximum: 32 KiB.',
  }),
);

/** Asks for a run that sends no credentials (interface 14). */
export const RunCredentials = v.pipe(
  v.literal('none'),
  v.description(
    'none: sealed values go as `[redacted]`, and replay.headers.set and the login step are left out; targetEnv need not be an allowed target. Requires a credential with the scope write.',
  ),
);

const positive = v.pipe(v.number(), v.integer(), v.minValue(1));

/** The body of a trigger (spec 2.1); the table below defines the errors and their order. */
export const TriggerBody = v.object({
  appId: v.pipe(
    v.string(),
    v.regex(/\S/),
    v.maxLength(200),
    v.check((appId) => !isDotSegment(appId)),
    v.description('Application id, neither `.` nor `..`.'),
  ),
  targetEnv: TargetEnv,
  baselineEnv: v.nullish(BaselineEnv),
  operations: v.nullish(
    v.pipe(
      v.array(v.string()),
      v.description('Endpoint paths as recorded. Empty: the whole application. Maximum: 128 KiB.'),
    ),
  ),
  caseSource: v.nullish(
    v.pipe(CaseSource, v.description('rolling (default): recent recordings. pinned: pinned recordings.')),
  ),
  caseSourceHours: v.nullish(
    v.pipe(
      positive,
      v.description('How far back recordings are selected. Default: 24. Ignored if caseSource is pinned.'),
    ),
  ),
  caseCountLimit: v.nullish(
    v.pipe(positive, v.description('Maximum cases per endpoint. Lowers SVC_CASE_COUNT_LIMIT and never raises it.')),
  ),
  caseSelection: v.nullish(
    v.pipe(
      CaseOrder,
      v.description(
        'Which cases of an endpoint are selected up to the limit. newest (default): the newest ones. spread: those whose requests and responses differ in structure.',
      ),
    ),
  ),
  order: v.nullish(
    v.pipe(
      ReplayOrder,
      v.description(
        'sessions: each session in its order, side by side. recorded: the recorded order of all requests. Default: setting replay.order.',
      ),
    ),
  ),
  pace: v.nullish(AskedPace),
  latencyLimit: v.nullish(LatencyRatioLimit),
  caseTags: v.nullish(Tags),
  enableMock: v.nullish(
    v.pipe(v.boolean(), v.description('false: downstream calls reach their real targets. Default: true.')),
  ),
  passThreshold: v.nullish(
    v.pipe(
      v.number(),
      v.minValue(0),
      v.maxValue(1),
      v.description('Minimum pass rate for the verdict PASS. No response contains it.'),
    ),
  ),
  credentials: v.nullish(RunCredentials),
  attributes: v.nullish(
    v.pipe(
      v.custom<Record<string, unknown>>((value) => isObject(value)),
      v.metadata({
        jsonSchema: { type: 'object', additionalProperties: true },
        description:
          'Deployment details (OpenTelemetry semantic conventions), stored as given. Maximum: 256 KiB; 16 KiB where the Open API needs no token.',
      }),
    ),
  ),
});

type Check = (input: TriggerInput) => Refusal<TriggerInputCode> | null;

const DEFAULT_HOURS = 24;
/** Maximum KiB of attributes, of callers with a credential and of others. */
const MAX_ATTRIBUTES = { known: 256, anonymous: 16 } as const;
const MAX_OPERATIONS_BYTES = 128 * 1024;

/** The checks of spec 7.1 and interface 2.1, in their order; the first failure is the response. */
const CHECKS: readonly Check[] = [
  ({ body }) => (isMissing(body.appId) ? refuse('MISSING_APP_ID', 'appId is missing') : null),
  ({ body }) => (isMissing(body.targetEnv) ? refuse('MISSING_TARGET_ENV', 'targetEnv is missing') : null),
  ({ body }) =>
    body.caseSource === 'pinned' || fitsSchema('caseSourceHours', body)
      ? null
      : refuse('INVALID_CASE_SOURCE_HOURS', 'caseSourceHours must be a positive integer'),
  ({ body }) =>
    fitsSchema('caseSource', body) ? null : refuse('INVALID_CASE_SOURCE', 'caseSource must be rolling or pinned'),
  ({ body }) =>
    isStrings(body.operations) && body.operations.length > 0 && body.operations.every(isBlank)
      ? refuse('EMPTY_OPERATIONS', 'operations contains only blank strings')
      : null,
  failed('appId', 'must be a string of at most 200 characters, neither . nor ..'),
  failed('targetEnv', 'must be an http:// or https:// address'),
  failed('baselineEnv', 'must be an http:// or https:// address'),
  failed(
    'baselineEnv',
    'must be another origin than targetEnv',
    ({ targetEnv, baselineEnv }) => !isSameInstance(targetEnv, baselineEnv),
  ),
  failed('passThreshold', 'must be a number from 0 to 1'),
  failed('operations', 'must be a list of strings'),
  failed('operations', 'must not be larger than 128 KiB', ({ operations }) => fits(operations)),
  failed('caseCountLimit', 'must be a positive integer'),
  failed('caseSelection', 'must be newest or spread'),
  failed('order', 'must be sessions or recorded'),
  failed('pace', 'must be 0, or a number from 0.1 to 100'),
  failed(
    'pace',
    'keeps the recorded order: order must not be sessions',
    ({ pace, order }) => !pace || order !== 'sessions',
  ),
  failed('latencyLimit', 'must be a number above 0, and at most 100'),
  failed('caseTags', 'must be an object of at most 100 tag names and values, 32 KiB in total'),
  failed('enableMock', 'must be true or false'),
  failed('credentials', 'must be none'),
  failed('attributes', 'must be an object'),
  ({ attributesText, isAnonymous }) => {
    const max = isAnonymous ? MAX_ATTRIBUTES.anonymous : MAX_ATTRIBUTES.known;
    return attributesText !== null && Buffer.byteLength(attributesText) > max * 1024
      ? refuse('CREATE_PLAN_FAILED', `attributes is larger than ${max} KiB`)
      : null;
  },
  ({ idempotencyKey }) =>
    idempotencyKey === null || isIdempotencyKey(idempotencyKey)
      ? null
      : refuse('CREATE_PLAN_FAILED', 'Idempotency-Key must be 1 to 255 visible ASCII characters'),
  ({ isReplayed }) =>
    isReplayed ? refuse('CREATE_PLAN_FAILED', 'x-replay-id: a replayed request must not trigger a replay') : null,
];

/** Equal for triggers that request the same, regardless of settings and clock. */
export function triggerFingerprint({ idempotencyKey: _, ...asked }: Trigger): string {
  const caseTags = Object.entries(asked.caseTags).sort(([a], [b]) => compareText(a, b));
  return sha256Hex(JSON.stringify({ ...asked, caseTags }));
}

/** Checks a trigger in the order of interface 2.1 and applies the defaults of spec 2.1. */
export function parseTrigger(input: TriggerInput): Result<Trigger, TriggerInputCode> {
  for (const check of CHECKS) {
    const refusal = check(input);
    if (refusal) return refusal;
  }
  const { body } = input;
  const operations = isStrings(body.operations) ? body.operations.filter((operation) => !isBlank(operation)) : [];
  return accept({
    appId: String(body.appId),
    targetEnv: String(body.targetEnv).trim(),
    ...(!absent(body.baselineEnv) && { baselineEnv: String(body.baselineEnv).trim() }),
    operations: operations.length > 0 ? [...new Set(operations)] : null,
    caseSource: body.caseSource === 'pinned' ? 'pinned' : 'rolling',
    caseSourceHours: isPositiveInteger(body.caseSourceHours) ? body.caseSourceHours : DEFAULT_HOURS,
    caseCountLimit: isPositiveInteger(body.caseCountLimit) ? body.caseCountLimit : null,
    ...(body.caseSelection === 'spread' && { caseSelection: 'spread' }),
    ...waysToRun(body),
    caseTags: tagsOf(body.caseTags),
    enableMock: body.enableMock !== false,
    passThreshold: isShare(body.passThreshold) ? body.passThreshold : null,
    attributes: isObject(body.attributes) ? input.attributesText : null,
    idempotencyKey: input.idempotencyKey,
    ...(body.credentials === 'none' && { credentials: 'none' }),
  });
}

const waysToRun = ({ order, pace, latencyLimit }: TriggerInput['body']) => ({
  ...(v.is(ReplayOrder, order) && { order }),
  ...(v.is(AskedPace, pace) && { pace }),
  ...(v.is(LatencyRatioLimit, latencyLimit) && { latencyLimit }),
});

type Field = keyof typeof TriggerBody.entries;

const fitsSchema = (field: Field, body: TriggerInput['body']) => v.is(TriggerBody.entries[field], body[field]);

function failed(
  field: Field,
  must: string,
  holds = (body: TriggerInput['body']): boolean => fitsSchema(field, body),
): Check {
  return ({ body }) => (holds(body) ? null : refuse('CREATE_PLAN_FAILED', `${field} ${must}`));
}

/** Tags as the recorder reports them: text, numbers and booleans, compared by their text. */
function isTags(value: unknown): value is Record<string, string | number | boolean> {
  return (
    isObject(value) &&
    Object.keys(value).length <= MAX_TAGS &&
    !Object.keys(value).some((name) => UNUSABLE_NAMES.has(name)) &&
    bytesOf(value) <= MAX_TAGS_BYTES &&
    Object.values(value).every((tag) => ['string', 'number', 'boolean'].includes(typeof tag))
  );
}

/** Whether a list of endpoints (and of their cases) fits into the plan's row. */
export const fits = (operations: unknown): boolean => absent(operations) || bytesOf(operations) <= MAX_OPERATIONS_BYTES;

/** Tag filters as text; empty if absent. */
export const tagsOf = (value: unknown): Record<string, string> =>
  isTags(value) ? Object.fromEntries(Object.entries(value).map(([name, tag]) => [name, String(tag)])) : {};

const bytesOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value));
const absent = (value: unknown): value is null | undefined => value === undefined || value === null;
const isBlank = (text: string) => text.trim() === '';
const isMissing = (value: unknown) => absent(value) || (typeof value === 'string' && isBlank(value));
const isStrings = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((entry) => typeof entry === 'string');
const isShare = (value: unknown): value is number => typeof value === 'number' && value >= 0 && value <= 1;
const isPositiveInteger = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value > 0;
