import type { Admission } from '../../applications/domain/targets/target-admission.ts';
import type { Targets } from '../../applications/service/targets.ts';
import { accept, type Refusal, type Result, refuse } from '../../platform/result.ts';
import type { World } from '../../platform/world.ts';
import type { PlanRequest, ReplayPlan } from '../domain/plan.ts';
import { isSameInstance } from '../domain/target-env.ts';

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

/** The same of a running build. */
const BASELINE_NOT_ALLOWED = NOT_ALLOWED.replace('targetEnv', 'baselineEnv');

/** Whether a refusal is that of a target, or of a running build, that is not allowed. */
export const isTargetRefusal = ({ message }: Pick<Refusal<string>, 'message'>): boolean =>
  message === NOT_ALLOWED || message === BASELINE_NOT_ALLOWED;

type Admitted = Result<Admission | null, 'CREATE_PLAN_FAILED'>;

/**
 * How the target of a new plan is allowed; null for a plan that needs no permission, as it sends no credentials. Values
 * of an earlier version are bound before an administrator allows it for the run.
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

const NO_BASELINE: Admitted = accept(null);

/**
 * The same of its running build: a running build that is not allowed is refused, also where an administrator allows the
 * target for the run.
 */
export async function baselineAdmitted(
  {
    appId,
    targetEnv,
    baselineEnv,
    credentials,
  }: Pick<PlanRequest, 'appId' | 'targetEnv' | 'baselineEnv' | 'credentials'>,
  { isKnown }: PlanCaller,
  { targets, egress }: { targets: Pick<Targets, 'admission' | 'bindEarlier'> } & Pick<World, 'egress'>,
): Promise<Admitted> {
  if (baselineEnv === undefined) return NO_BASELINE;
  // Input is checked before; the setting of an application may name the target of one run.
  if (isSameInstance(targetEnv, baselineEnv))
    return refuse(
      'CREATE_PLAN_FAILED',
      'baselineEnv must be another origin than targetEnv; the setting replay.baselineEnv names it, and baselineEnv: none compares with the recordings',
    );
  const denial = await egress.denial(baselineEnv);
  if (denial !== null)
    return refuse('CREATE_PLAN_FAILED', `baselineEnv is not allowed by the egress policy (${denial})`);
  const admitted = await planAdmission({ appId, targetEnv: baselineEnv, credentials }, { isKnown }, targets);
  return admitted.ok ? admitted : refuse('CREATE_PLAN_FAILED', BASELINE_NOT_ALLOWED);
}

/** How the builds of a new plan are allowed; null where no permission is needed. */
export type AdmittedBuilds = Record<'admission' | 'baselineAdmission', Admission | null>;

/** How both builds of a new plan are allowed, by the egress policy and as targets. */
export async function buildsAdmitted(
  request: Pick<PlanRequest, 'appId' | 'targetEnv' | 'baselineEnv' | 'credentials'>,
  caller: PlanCaller,
  services: { targets: Pick<Targets, 'admission' | 'bindEarlier'> } & Pick<World, 'egress'>,
): Promise<Result<AdmittedBuilds, 'CREATE_PLAN_FAILED'>> {
  const denial = await services.egress.denial(request.targetEnv);
  if (denial !== null) return refuse('CREATE_PLAN_FAILED', `targetEnv is not allowed by the egress policy (${denial})`);
  const admission = await planAdmission(request, caller, services.targets);
  if (!admission.ok) return admission;
  const baselineAdmission = await baselineAdmitted(request, caller, services);
  if (!baselineAdmission.ok) return baselineAdmission;
  return accept({ admission: admission.value, baselineAdmission: baselineAdmission.value });
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
