import * as v from 'valibot';
import { MAX_LOAD } from '../../platform/outbound/max-load.ts';
import { accept, type Refusal, type Result, refuse } from '../../platform/result.ts';
import { isDotSegment } from '../../platform/values/dot-segment.ts';
import type { PlanRefusalCode } from './create-plan.ts';
import { ReplayOrder } from './order/run-order.ts';
import { AskedPace } from './pacing/recorded-pace.ts';
import { CaseOrder, type Load, type OperationSelection, type PlanRequest } from './plan.ts';
import { defaultPlanName } from './run-title.ts';
import { BaselineEnv, isSameInstance, TargetEnv } from './target-env.ts';
import { fits, RunCredentials, Tags, tagsOf } from './trigger.ts';

/** reasonCode of a plan that was not created (interface 4.6). */
export type ReasonCode = 1 | 2 | 3 | 101 | 103 | 200 | 500;

/** The reasonCode of each rejection by the lookups in a console response (interface 4.6). */
export const REASON_OF: Readonly<Record<PlanRefusalCode, ReasonCode>> = {
  CREATE_PLAN_FAILED: 2,
  APP_NOT_REGISTERED: 101,
  UNKNOWN_OPERATION: 2,
  REASON_101: 101,
  REASON_200: 200,
  PLAN_RUNNING_1: 3,
  REASON_1: 1,
};

const DAY = 24 * 3_600_000;
const positive = v.pipe(v.number(), v.integer(), v.minValue(1));
/** Epoch ms within the range of Date. */
const time = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(8.64e15));
const text = (max: number) => v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(max));
const optional = <S extends v.GenericSchema>(schema: S) => v.nullish(schema);

/**
 * The body of interface 4.6, row by row, and the parameters of the GET form, which is converted to this shape first.
 */
export const ConsolePlanBody = v.object({
  appId: v.pipe(
    text(200),
    v.check((appId) => !isDotSegment(appId)),
  ),
  targetEnv: TargetEnv,
  baselineEnv: optional(BaselineEnv),
  caseSourceFrom: optional(time),
  caseSourceTo: optional(time),
  caseSourceType: optional(v.picklist(['rolling', 'pinned'])),
  caseCountLimit: optional(positive),
  caseSelection: optional(CaseOrder),
  order: optional(ReplayOrder),
  pace: optional(AskedPace),
  planName: optional(v.pipe(v.string(), v.maxLength(200))),
  operator: optional(v.pipe(v.string(), v.maxLength(200))),
  enableMock: optional(v.boolean()),
  caseTags: optional(Tags),
  credentials: optional(RunCredentials),
  allowTarget: optional(
    v.pipe(v.literal('run'), v.description('run: allows targetEnv for this run only. Requires the scope admin.')),
  ),
  operationIds: optional(
    v.pipe(
      v.array(text(2048)),
      v.check((list) => fits(list)),
    ),
  ),
  operationCaseInfoList: optional(
    v.pipe(
      v.array(
        v.object({ operationId: text(2048), replayIdList: optional(v.array(v.pipe(v.string(), v.maxLength(128)))) }),
      ),
      v.check((list) => fits(list)),
    ),
  ),
  load: optional(
    v.object({
      maxQps: optional(v.pipe(positive, v.maxValue(MAX_LOAD.maxQps))),
      concurrency: optional(v.pipe(positive, v.maxValue(MAX_LOAD.concurrency))),
      timeoutMs: optional(v.pipe(positive, v.maxValue(MAX_LOAD.timeoutMs))),
    }),
  ),
});

export interface ConsolePlanDefaults {
  now: number;
  caseCountLimit: number;
  load: Load;
  /** The user recorded as the plan's creator (spec 4.6). */
  operator: string;
}

/** Parses a createPlan body (spec 4.6); errors carry the reasonCode. */
export function parseConsolePlan(body: unknown, defaults: ConsolePlanDefaults): Result<PlanRequest, `${ReasonCode}`> {
  const parsed = v.safeParse(ConsolePlanBody, body);
  if (!parsed.success) return badInput(parsed.issues[0].path?.map(({ key }) => String(key)).join('.') ?? 'the body');
  const given = parsed.output;
  if (given.operationIds?.length && given.operationCaseInfoList?.length)
    return refuse('2', 'operationIds and operationCaseInfoList must not be given together');
  if (given.pace && given.order === 'sessions')
    return refuse('2', 'pace keeps the recorded order: order must not be sessions');
  if (isSameInstance(given.targetEnv, given.baselineEnv))
    return refuse('2', 'baselineEnv must be another origin than targetEnv');
  const caseFrom = given.caseSourceFrom ?? defaults.now - DAY;
  const caseTo = given.caseSourceTo ?? defaults.now + 1;
  if (caseFrom >= caseTo) return refuse('103', 'caseSourceFrom must be before caseSourceTo');
  return accept({
    appId: given.appId,
    targetEnv: given.targetEnv.trim(),
    ...(given.baselineEnv && { baselineEnv: given.baselineEnv.trim() }),
    operations: selectionsOf(given),
    caseSource: given.caseSourceType ?? 'rolling',
    caseFrom,
    caseTo,
    caseCountLimit: Math.min(given.caseCountLimit ?? defaults.caseCountLimit, defaults.caseCountLimit),
    ...(given.caseSelection === 'spread' && { caseSelection: 'spread' }),
    ...(given.order && { order: given.order }),
    ...(typeof given.pace === 'number' && { pace: given.pace }),
    caseTags: tagsOf(given.caseTags),
    ...(given.credentials === 'none' && { credentials: 'none' }),
    enableMock: given.enableMock ?? true,
    passThreshold: null,
    planName: given.planName?.trim() || defaultPlanName(given.appId, defaults.now),
    operator: given.operator?.trim() || defaults.operator,
    source: 'console',
    load: {
      maxQps: given.load?.maxQps ?? defaults.load.maxQps,
      concurrency: given.load?.concurrency ?? defaults.load.concurrency,
      timeoutMs: given.load?.timeoutMs ?? defaults.load.timeoutMs,
    },
  });
}

/**
 * Converts the GET form's query (spec 4.6) to the shape of the POST body; invalid values stay text and are rejected by
 * name.
 */
export function consolePlanBodyOf(query: URLSearchParams): Record<string, unknown> {
  const body: Record<string, unknown> = {};
  for (const name of [
    'appId',
    'targetEnv',
    'baselineEnv',
    'planName',
    'caseSelection',
    'order',
    'credentials',
  ] as const)
    if (query.get(name)) body[name] = query.get(name);
  for (const name of ['caseSourceFrom', 'caseSourceTo', 'caseCountLimit'] as const) {
    const value = query.get(name);
    if (value) body[name] = /^\d{1,15}$/.test(value) ? Number(value) : value;
  }
  const pace = query.get('pace');
  if (pace) body.pace = /^\d{1,3}(\.\d{1,6})?$/.test(pace) ? Number(pace) : pace;
  const enableMock = query.get('enableMock');
  if (enableMock) body.enableMock = enableMock === 'true' ? true : enableMock === 'false' ? false : enableMock;
  const caseTags = query.get('caseTags');
  if (caseTags) body.caseTags = jsonOrText(caseTags);
  const operationIds = query.getAll('operationIds').filter((id) => id !== '');
  if (operationIds.length > 0) body.operationIds = operationIds;
  return body;
}

function jsonOrText(value: string): unknown {
  try {
    return JSON.parse(value);
  } catch (fault) {
    if (fault instanceof SyntaxError) return value;
    throw fault;
  }
}

/** Null: the whole application. */
function selectionsOf({
  operationIds,
  operationCaseInfoList,
}: v.InferOutput<typeof ConsolePlanBody>): OperationSelection[] | null {
  if (operationIds?.length) return operationIds.map((operation) => ({ operation, caseIds: null }));
  if (!operationCaseInfoList?.length) return null;
  return operationCaseInfoList.map(({ operationId, replayIdList }) => ({
    operation: operationId,
    caseIds: replayIdList?.length ? replayIdList : null,
  }));
}

const badInput = (field: string): Refusal<'2'> => refuse('2', `${field} is missing or invalid`);
