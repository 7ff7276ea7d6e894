import type { MockSettings } from '../../applications/domain/mock-settings.ts';
import type { Targets } from '../../applications/service/targets.ts';
import type { ApplicationStore } from '../../applications/store/applications.ts';
import { accept, type Refusal, type Result, refuse } from '../../platform/result.ts';
import type { World, Write } from '../../platform/world.ts';
import type { RecordingStore } from '../../recordings/store/recordings.ts';
import { withBaseline } from '../domain/baseline/chosen-baseline.ts';
import type { PlanRefusalCode } from '../domain/create-plan.ts';
import { withPace } from '../domain/pacing/chosen-pace.ts';
import {
  executionName,
  newPlanId,
  type OperationSelection,
  type PlanRequest,
  type ReplayPlan,
} from '../domain/plan.ts';
import { runBuild } from '../domain/run-build.ts';
import type { PlanStore } from '../store/plans.ts';
import { RESULT_SHARDS } from '../store/result-keys.ts';
import { sealThreshold } from './pass-threshold.ts';
import { type AdmittedBuilds, buildsAdmitted, type PlanCaller } from './plan-admission.ts';
import { planSelection } from './plan-selection.ts';

export interface NewPlansOptions extends Pick<World, 'workflows' | 'egress' | 'keys' | 'now' | 'newId'> {
  plans: PlanStore;
  recordings: RecordingStore;
  applications: Pick<ApplicationStore, 'settings'>;
  targets: Pick<Targets, 'admission' | 'bindEarlier' | 'writeForRun'>;
  planRetentionMs: number;
  tenant: string;
}

/** An Idempotency-Key and the fingerprint of its request (interface 2.1). */
export interface Idempotency {
  key: string;
  /** Equal for equal requests. */
  fingerprint: string;
  /** The key is remembered as long as its plan; by default for 24 h. */
  lastsAsPlan?: true;
}

/** What only a trigger has. */
export interface TriggerFacts {
  /** JSON text as given. */
  attributes: string | null;
  idempotency: Idempotency | null;
}

/** Creates plans: the lookups of spec 7.1 in the order of interface 2.1, one durable transaction, then the workflow. */
export function newPlans(options: NewPlansOptions) {
  const { plans, recordings, targets, workflows, tenant } = options;

  /**
   * The plan that an earlier request with this key created, an error if the key was used for a different request, or
   * null.
   */
  async function repeated({ key, fingerprint }: Idempotency): Promise<Result<string, 'CREATE_PLAN_FAILED'> | null> {
    const used = await plans.findIdempotency(key);
    if (used === undefined) return null;
    return used.fingerprint === fingerprint
      ? accept(used.planId)
      : refuse('CREATE_PLAN_FAILED', 'Idempotency-Key was used for another request');
  }

  /** Another request with the same key may have been accepted in the meantime; its plan is then the result here too. */
  const unlessRepeated = async (idempotency: Idempotency | null, refusal: Refusal<PlanRefusalCode>) =>
    (idempotency && (await repeated(idempotency))) ?? refusal;

  const start = (planId: string) => workflows.start('replay', executionName(planId, 1), { tenant, planId, round: 1 });

  return {
    selectionOf: (appId: string, requested: readonly OperationSelection[] | null) =>
      planSelection(options, appId, requested),

    /** Creates a plan and starts its first round; returns its planId. Nothing is written if the request is rejected. */
    async create(
      given: PlanRequest,
      caller: PlanCaller,
      { attributes, idempotency }: TriggerFacts = NO_TRIGGER,
    ): Promise<Result<string, PlanRefusalCode>> {
      const { replay, mocks } = await options.applications.settings(given.appId);
      const request = withPace(withBaseline(given, replay), replay);
      const admitted = await buildsAdmitted(request, caller, options);
      if (!admitted.ok) return admitted;

      const before = idempotency && (await repeated(idempotency));
      if (before?.ok) await start(before.value);
      if (before) return before;

      const selection = await planSelection(options, request.appId, request.operations);
      if (!selection.ok) return selection;
      const { caseFrom: from, caseTo: to, caseSource } = request;
      const window = { from, to, pinnedOnly: caseSource === 'pinned' };
      const hasCases = request.caseManifest !== undefined;
      if (!hasCases && !(await recordings.anyCase(request.appId, selection.value.inScope, window))) {
        return refuse('REASON_200', caseSource === 'pinned' ? 'no pinned case' : 'no cases recorded in the time range');
      }
      const running = await plans.runningPlan(request.appId, request.targetEnv);
      if (running !== undefined && !(await plans.freeFromDamaged(request, running)))
        return unlessRepeated(idempotency, alreadyRunning(running));

      const facts = { ...admitted.value, mocks, attributes };
      const plan = await planOf(request, selection.value.operations, facts, options);
      if (!(await plans.lock(plan.appId, plan.planId, plan.createdAt))) return unlessRepeated(idempotency, LOCKED);
      let created = false;
      try {
        created = await plans.create(plan, attributes, idempotency, writesFor(plan, caller, targets));
      } finally {
        if (!created) await plans.unlock(plan.appId, plan.planId);
      }
      if (!created) {
        const other = (await plans.runningPlan(plan.appId, plan.targetEnv)) ?? 'another run';
        return unlessRepeated(idempotency, alreadyRunning(other));
      }
      await start(plan.planId);
      return accept(plan.planId);
    },
  };
}

/** How a plan may send to its builds, and how the application answers downstream calls. */
interface PlanFacts extends AdmittedBuilds, Pick<TriggerFacts, 'attributes'> {
  mocks: Pick<MockSettings, 'correlation'>;
}

/** The plan of an admitted request. */
async function planOf(
  { passThreshold, ...request }: PlanRequest,
  operations: OperationSelection[] | null,
  { admission, baselineAdmission, mocks, attributes }: PlanFacts,
  { keys, now, newId, planRetentionMs }: NewPlansOptions,
): Promise<ReplayPlan> {
  const createdAt = now();
  const planId = newPlanId(createdAt, newId());
  const build = runBuild(attributes);
  return {
    ...request,
    operations,
    // A downstream call then belongs to the only request under way.
    ...(mocks.correlation === 'single' && { isSingle: true, load: { ...request.load, concurrency: 1 } }),
    planId,
    ...(admission && { admission }),
    ...(baselineAdmission && { baselineAdmission }),
    ...(build && { build }),
    sealedPassThreshold: await sealThreshold(keys, planId, passThreshold),
    createdAt,
    expiresAt: createdAt + planRetentionMs,
    resultShards: RESULT_SHARDS,
    status: 'PENDING',
    round: 1,
  };
}

const writesFor = (plan: ReplayPlan, { allowsTarget }: PlanCaller, targets: Pick<Targets, 'writeForRun'>): Write[] =>
  plan.admission === 'once' && allowsTarget !== undefined ? [targets.writeForRun(plan, allowsTarget)] : [];

const LOCKED = refuse('REASON_1', 'another replay is being created for the same application; retry later');

const NO_TRIGGER: TriggerFacts = { attributes: null, idempotency: null };

const alreadyRunning = (planId: string) =>
  refuse('PLAN_RUNNING_1', `run ${planId} of this application already replays against this targetEnv`);
