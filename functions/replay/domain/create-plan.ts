import type { OperationSelection, PlanRequest } from './plan.ts';
import { defaultPlanName } from './run-title.ts';
import type { Trigger } from './trigger.ts';

/** Why a well-formed request creates no plan; the lookups of spec 7.1, in the order of interface 2.1. */
export type PlanRefusalCode =
  | 'CREATE_PLAN_FAILED'
  | 'APP_NOT_REGISTERED'
  | 'UNKNOWN_OPERATION'
  | 'REASON_101'
  | 'REASON_200'
  | 'PLAN_RUNNING_1'
  | 'REASON_1';

const HOUR = 3_600_000;
const MAX_NAMED = 50;

export interface PlanDefaults {
  now: number;
  /** SVC_CASE_COUNT_LIMIT: a request may lower it, never raise it. */
  caseCountLimit: number;
  load: PlanRequest['load'];
}

/** Returns the plan of a trigger; the recording window is fixed here and applies to every round. */
export function planOfTrigger(
  trigger: Trigger,
  operations: OperationSelection[] | null,
  defaults: PlanDefaults,
): PlanRequest {
  const { idempotencyKey: _key, attributes: _attributes, caseSourceHours, ...given } = trigger;
  return {
    ...given,
    operations,
    caseFrom: Math.max(0, defaults.now - caseSourceHours * HOUR),
    caseTo: defaults.now + 1,
    caseCountLimit: Math.min(trigger.caseCountLimit ?? defaults.caseCountLimit, defaults.caseCountLimit),
    planName: defaultPlanName(trigger.appId, defaults.now),
    operator: 'OpenAPI',
    source: 'trigger',
    load: defaults.load,
  };
}

/**
 * Returns the recorded endpoints that a name stands for: itself, or every `METHOD <name>` if endpoints are named so
 * (interface 10).
 */
export function operationsByName(recorded: readonly string[]): (name: string) => readonly string[] {
  const whole = new Set(recorded);
  const byPath = Map.groupBy(
    recorded.filter((operation) => /^[A-Z]+ /.test(operation)),
    (operation) => operation.slice(operation.indexOf(' ') + 1),
  );
  const byBase = Map.groupBy(
    recorded.filter((operation) => operation.includes('#')),
    (operation) => operation.slice(0, operation.indexOf('#')),
  );
  const ofName = (name: string) => [...(whole.has(name) ? [name] : []), ...(byBase.get(name) ?? [])];
  return (name) => {
    const found = ofName(name);
    return found.length > 0 ? found : (byPath.get(name) ?? []);
  };
}

/** Merges selections to one per endpoint, regardless of repeats and naming: all its cases, or all named ones. */
export function mergedSelections(selections: readonly OperationSelection[]): OperationSelection[] {
  return [...Map.groupBy(selections, ({ operation }) => operation)].map(([operation, requested]) => ({
    operation,
    caseIds: requested.some(({ caseIds }) => caseIds === null)
      ? null
      : [...new Set(requested.flatMap(({ caseIds }) => caseIds ?? []))],
  }));
}

/** `these operations are not registered under appId=…: […]`, at most 50 names, then the count (interface 2.1). */
export function unknownOperationsMessage(appId: string, unknown: readonly string[]): string {
  const named = unknown.slice(0, MAX_NAMED).join(', ');
  const more = unknown.length > MAX_NAMED ? `, and ${unknown.length - MAX_NAMED} more` : '';
  return `these operations are not registered under appId=${appId}: [${named}${more}]`;
}
