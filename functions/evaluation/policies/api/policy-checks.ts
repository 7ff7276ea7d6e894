import { problem } from '../../../platform/http/problem.ts';
import { type Refusal, refuse } from '../../../platform/result.ts';
import type { ProblemCode, ProblemError } from '../../../platform/values/problems.ts';
import { type ValidatedBody, validateBody } from '../../common/api/validate-body.ts';
import type { EvaluationUses } from '../../composition.ts';
import { jsonPointer } from '../../domain/json-pointer.ts';
import { PolicyBody, type PolicySpec, unreadableTags } from '../../domain/policies/online-policy-body.ts';
import { workflowObstacle } from '../../domain/policies/online-policy-step.ts';
import { policyWorkflow } from '../service/policy-workflow.ts';

export type PolicyProblem = Refusal<ProblemCode> & { errors?: readonly ProblemError[] };

/**
 * Validates a sent policy. Tags that could not be kept are rejected, because the filter would match more without them.
 */
export function validatedPolicy(body: unknown): ValidatedBody<PolicyBody> {
  const read = validateBody(PolicyBody, body);
  const tags = unreadableTags(body);
  if (!read.ok || tags.length === 0) return read;
  return {
    ...refuse('validation_failed', 'one or more members of the body are invalid'),
    errors: tags.map((path) => ({
      pointer: jsonPointer(path),
      code: 'validation_failed',
      detail: 'is not a tag name',
    })),
  };
}

/**
 * Why a policy with this workflow cannot be stored, or null. A workflow that is not runnable yet is allowed (evaluation
 * 3.13).
 */
export async function workflowProblem(
  spec: PolicySpec,
  { evaluation }: EvaluationUses<'workflowVersions'>,
): Promise<PolicyProblem | null> {
  const known = await policyWorkflow(spec, evaluation.workflowVersions);
  if (known.workflow === null) return refuse('workflow_version_not_found', 'This workflow version was never resolved.');
  const obstacle = workflowObstacle(spec, { ...known, workflow: { ...known.workflow, runnable: true } });
  if (obstacle === null) return null;
  const { pointer, detail } = obstacle;
  return { ...refuse('validation_failed', detail), errors: [{ pointer, code: 'validation_failed', detail }] };
}

/** Response for an invalid window. */
export const windowProblem = ([member, detail]: ['from' | 'to', string]) =>
  problem('validation_failed', 'the window is invalid', {
    errors: [{ pointer: `#/${member}`, code: 'validation_failed', detail }],
  });
