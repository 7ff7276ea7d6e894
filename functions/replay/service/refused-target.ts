import type { Caller } from '../../platform/http/api.ts';
import type { Refusal } from '../../platform/result.ts';
import { originOf } from '../../platform/values/origin-pattern.ts';
import type { NewPlanServices } from '../composition.ts';
import type { PlanRequest } from '../domain/plan.ts';
import { isTargetRefusal } from './plan-admission.ts';

/**
 * Notes in the audit log that a run was refused because its target is not allowed. Addresses of a caller without a
 * credential are left out: made-up ones would fill the log.
 */
export async function noteRefusedTarget(
  refusal: Refusal<string>,
  { appId, targetEnv }: Pick<PlanRequest, 'appId' | 'targetEnv'>,
  holder: Caller | null,
  audit: NewPlanServices['audit'],
): Promise<void> {
  if (!isTargetRefusal(refusal)) return;
  const address = holder === null ? null : originOf(targetEnv);
  await audit.noteRefused(holder ?? ANYONE, 'run.started', { appId, ...(address !== null && { address }) });
}

/** The name of a caller of the Open API without a credential. */
const ANYONE = { name: 'open-api' };
