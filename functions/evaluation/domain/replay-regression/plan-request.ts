import { type PlanDefaults, planOfTrigger } from '../../../replay/domain/create-plan.ts';
import type { OperationSelection, PlanRequest } from '../../../replay/domain/plan.ts';
import type { Trigger } from '../../../replay/domain/trigger.ts';

/**
 * The plan request of an evaluation. The plan sends no notification and has no stored result (evaluation 3.14, spec
 * 6.2.1).
 */
export function evaluationPlan(
  trigger: Trigger,
  operations: readonly string[] | null,
  defaults: PlanDefaults,
): PlanRequest {
  const selections: OperationSelection[] | null =
    operations?.map((operation) => ({ operation, caseIds: null })) ?? null;
  return { ...planOfTrigger(trigger, selections, defaults), operator: 'Evaluation', source: 'evaluation' };
}

/** Idempotency key of an attempt's plan. Keys of callers cannot contain a space. */
export const planKeyOf = (attemptId: string): string => `attempt ${attemptId}`;
