import type { Admission } from '../../applications/domain/targets/target-admission.ts';
import type { Targets } from '../../applications/service/targets.ts';
import { accept, type Result, refuse } from '../../platform/result.ts';
import type { PlanRequest, ReplayPlan } from '../domain/plan.ts';

/** Who asks for a run, as far as it decides about its target. */
export interface PlanCaller {
  /** The service knows the caller: by a credential, or as its own user. */
  isKnown(): Promise<boolean> | boolean;
  /** The administrator who allows the target for this run only. */
  allowsTarget?: string;
}

/** A caller with a credential. */
export const KNOWN_CALLER: PlanCaller = { isKnown: () => true };

/** The refusal of a target that may not receive recorded credentials (interface 14); it names setting and command. */
const NOT_ALLOWED =
  'targetEnv is not among the targets of the application, to which recorded credentials may go; an administrator allows it with `replay targets allow`, in the console or by SVC_TARGETS';

type Admitted = Result<Admission | null, 'CREATE_PLAN_FAILED'>;

/**
 * How the target of a new plan is allowed; null for a plan that needs no permission, as it sends no credentials. Values of
 * an earlier version are bound before an administrator allows it for the run.
 */
export async function planAdmission(
  { appId, targetEnv, credentials }: Pick<PlanRequest, 'appId' | 'targetEnv' | 'credentials'>,
  { isKnown, allowsTarget }: PlanCaller,
  targets: Pick<Targets, 'admission' | 'bindEarlier'>,
): Promise<Admitted> {
  if (credentials === 'none') return accept(null);
  await targets.bindEarlier(appId);
  const admission = await targets.admission(appId, targetEnv, isKnown);
  if (admission !== null) return accept(admission);
  return allowsTarget === undefined ? refuse('CREATE_PLAN_FAILED', NOT_ALLOWED) : accept('once');
}

/** The same for a further round of a plan. A target that is allowed for this run stays so. */
export async function rerunAdmission(
  plan: ReplayPlan,
  targets: Pick<Targets, 'admission' | 'bindEarlier' | 'isStillAllowed'>,
): Promise<Admitted> {
  const admitted = await planAdmission(plan, KNOWN_CALLER, targets);
  if (admitted.ok || plan.admission !== 'once') return admitted;
  return (await targets.isStillAllowed(plan)) ? accept('once') : admitted;
}
