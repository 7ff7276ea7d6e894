import { patternMatcher } from '../../applications/domain/endpoint-patterns.ts';
import type { Targets } from '../../applications/service/targets.ts';
import type { ApplicationStore } from '../../applications/store/applications.ts';
import { accept, type Refusal, type Result, refuse } from '../../platform/result.ts';
import type { World, Write } from '../../platform/world.ts';
import { patternedName } from '../../recordings/domain/endpoints/patterned-name.ts';
import type { RecordingStore } from '../../recordings/store/recordings.ts';
import {
  mergedSelections,
  operationsByName,
  type PlanRefusalCode,
  unknownOperationsMessage,
} from '../domain/create-plan.ts';
import {
  executionName,
  newPlanId,
  type OperationSelection,
  type PlanRequest,
  type ReplayPlan,
} from '../domain/plan.ts';
import { runBuild } from '../domain/run-build.ts';
import type { PlanStore } from '../store/plans.ts';
import { sealThreshold } from './pass-threshold.ts';
import { type PlanCaller, planAdmission } from './plan-admission.ts';

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

/** Methods that patterns may be for. */
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'];

/** Creates plans: the lookups of spec 7.1 in the order of interface 2.1, one durable transaction, then the workflow. */
export function newPlans({
  plans,
  recordings,
  applications,
  targets,
  workflows,
  egress,
  keys,
  now,
  newId,
  planRetentionMs,
  tenant,
}: NewPlansOptions) {
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

  /** Also finds endpoints by a name that a path pattern has replaced since: pipelines and schedules keep it. */
  async function namesOfToday(
    appId: string,
    requested: readonly OperationSelection[],
    named: (name: string) => readonly string[],
  ): Promise<(name: string) => readonly string[]> {
    if (requested.every(({ operation }) => named(operation).length > 0)) return named;
    const matcher = patternMatcher((await applications.settings(appId)).endpoints);
    return (name) => {
      const found = named(name);
      if (found.length > 0) return found;
      return [...new Set(METHODS.flatMap((method) => named(patternedName(name, method, matcher))))];
    };
  }

  /** The plan's endpoints by their recorded names (spec 7.1 APP_NOT_REGISTERED, UNKNOWN_OPERATION, REASON_101). */
  async function selectionOf(
    appId: string,
    requested: readonly OperationSelection[] | null,
  ): Promise<Result<{ operations: OperationSelection[] | null; inScope: string[] }, PlanRefusalCode>> {
    const recorded = await recordings.operationsOf(appId);
    if (requested === null) {
      return recorded.length === 0
        ? refuse('REASON_101', 'no endpoints found for the application')
        : accept({ operations: null, inScope: recorded });
    }
    if (recorded.length === 0) return refuse('APP_NOT_REGISTERED', `no endpoint is registered under appId=${appId}`);
    const named = operationsByName(recorded);
    const today = await namesOfToday(appId, requested, named);
    const unknown = requested.filter(({ operation }) => today(operation).length === 0);
    if (unknown.length > 0) {
      return refuse(
        'UNKNOWN_OPERATION',
        unknownOperationsMessage(
          appId,
          unknown.map(({ operation }) => operation),
        ),
      );
    }
    const operations = mergedSelections(
      requested.flatMap(({ operation, caseIds }) => today(operation).map((name) => ({ operation: name, caseIds }))),
    );
    return accept({ operations, inScope: operations.map(({ operation }) => operation) });
  }

  return {
    selectionOf,

    /** Creates a plan and starts its first round; returns its planId. Nothing is written if the request is rejected. */
    async create(
      request: PlanRequest,
      caller: PlanCaller,
      { attributes, idempotency }: TriggerFacts = NO_TRIGGER,
    ): Promise<Result<string, PlanRefusalCode>> {
      const denial = await egress.denial(request.targetEnv);
      if (denial !== null)
        return refuse('CREATE_PLAN_FAILED', `targetEnv is not allowed by the egress policy (${denial})`);
      const admitted = await planAdmission(request, caller, targets);
      if (!admitted.ok) return admitted;

      const before = idempotency && (await repeated(idempotency));
      if (before?.ok)
        await workflows.start('replay', executionName(before.value, 1), { tenant, planId: before.value, round: 1 });
      if (before) return before;

      const selection = await selectionOf(request.appId, request.operations);
      if (!selection.ok) return selection;
      const { caseFrom: from, caseTo: to, caseSource } = request;
      const window = { from, to, pinnedOnly: caseSource === 'pinned' };
      const hasCases = request.caseManifest !== undefined;
      if (!hasCases && !(await recordings.anyCase(request.appId, selection.value.inScope, window))) {
        return refuse('REASON_200', caseSource === 'pinned' ? 'no pinned case' : 'no cases recorded in the time range');
      }
      /**
       * Another request with the same key may have been accepted in the meantime; its plan is then the result here too.
       */
      const unlessRepeated = async (refusal: Refusal<PlanRefusalCode>) =>
        (idempotency && (await repeated(idempotency))) ?? refusal;

      const running = await plans.runningPlan(request.appId, request.targetEnv);
      if (running !== undefined && !(await plans.freeFromDamaged(request, running)))
        return unlessRepeated(alreadyRunning(running));

      const createdAt = now();
      const planId = newPlanId(createdAt, newId());
      const { passThreshold, ...kept } = request;
      const { mocks } = await applications.settings(request.appId);
      const build = runBuild(attributes);
      const plan: ReplayPlan = {
        ...kept,
        operations: selection.value.operations,
        // A downstream call then belongs to the only request under way.
        ...(mocks.correlation === 'single' && { isSingle: true, load: { ...request.load, concurrency: 1 } }),
        planId,
        ...(admitted.value && { admission: admitted.value }),
        ...(build && { build }),
        sealedPassThreshold: await sealThreshold(keys, planId, passThreshold),
        createdAt,
        expiresAt: createdAt + planRetentionMs,
        status: 'PENDING',
        round: 1,
      };
      if (!(await plans.lock(plan.appId, plan.planId, createdAt))) {
        return unlessRepeated(
          refuse('REASON_1', 'another replay is being created for the same application; retry later'),
        );
      }
      let created = false;
      try {
        created = await plans.create(plan, attributes, idempotency, writesFor(plan, caller, targets));
      } finally {
        if (!created) await plans.unlock(plan.appId, plan.planId);
      }
      if (!created) {
        return unlessRepeated(alreadyRunning((await plans.runningPlan(plan.appId, plan.targetEnv)) ?? 'another run'));
      }
      await workflows.start('replay', executionName(plan.planId, 1), { tenant, planId: plan.planId, round: 1 });
      return accept(plan.planId);
    },
  };
}

const writesFor = (plan: ReplayPlan, { allowsTarget }: PlanCaller, targets: Pick<Targets, 'writeForRun'>): Write[] =>
  plan.admission === 'once' && allowsTarget !== undefined ? [targets.writeForRun(plan, allowsTarget)] : [];

const NO_TRIGGER: TriggerFacts = { attributes: null, idempotency: null };

const alreadyRunning = (planId: string) =>
  refuse('PLAN_RUNNING_1', `run ${planId} of this application already replays against this targetEnv`);
