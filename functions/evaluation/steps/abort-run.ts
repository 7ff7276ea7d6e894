import { faultFacts } from '../../platform/fault-facts.ts';
import type { RunningServices, RunningUses } from '../composition.ts';
import { decideGate } from '../domain/gates/decide-gate.ts';
import type { GateOutcome } from '../domain/gates/gate-decision.ts';
import { MANAGED_HOST } from '../domain/hosts/managed-host.ts';
import { STOPPED } from '../domain/replay-regression/attempt-outcomes.ts';
import { planKeyOf } from '../domain/replay-regression/plan-request.ts';
import type { FrameworkAttempt } from '../domain/runs/attempt.ts';
import { attempted, newAttempt } from '../domain/runs/new-attempt.ts';
import type { StatusReason } from '../domain/runs/run.ts';
import { isTerminalAttempt, isTerminalRun } from '../domain/runs/transitions.ts';
import { complete } from './complete-run.ts';
import { decidedOutcome, isGateSettled, keepDecision } from './decide-gate.ts';
import { decided, type RunInput, type RunState } from './evaluation-step.ts';
import { workflowOf } from './workflow-of.ts';

/** Result of an abandoned attempt, and why its run fails. */
export interface AbortedEnd {
  status: 'runner_error' | 'timed_out';
  reason: StatusReason;
}

/**
 * Finishes a run that its state machine cannot finish: ends its attempt, decides its gate, completes it (evaluation
 * 3.7, 3.15).
 */
export async function abortRun(input: RunInput, services: RunningServices, end: AbortedEnd): Promise<void> {
  await decided(input, services, (state) => stopReplay(state, services));
  await decided(input, services, (state) => endAttempt(state, services, end));
  await decided(input, services, (state) => publishScores(state, services));
  await decided(input, services, (state) => failGate(state, services));
  await decided(input, services, async ({ run, attempt }) =>
    isTerminalRun(run.status) ? {} : complete(run, attempt, services, isAccepted({ run, attempt }) ? null : end.reason),
  );
}

type Done = Record<string, never> | 'conflict';

/** Whether the attempt's result is accepted, with its scores. */
const isAccepted = ({ attempt }: RunState) => attempt?.status === 'succeeded' && attempt.scores_digest !== null;

/** A replay that cannot be stopped ends on its own, and must not keep its run from ending. */
async function stopReplay(
  { run, attempt }: RunState,
  { plans, settlement, log }: Pick<RunningServices, 'plans' | 'settlement' | 'log'>,
): Promise<Done> {
  if (isTerminalRun(run.status) || attempt === null || isTerminalAttempt(attempt.status)) return {};
  try {
    const planId = attempt.replay?.plan_id ?? (await plans.findIdempotency(planKeyOf(attempt.attempt_id)))?.planId;
    const plan = planId === undefined ? undefined : await plans.find(planId);
    if (plan) await settlement.stop(plan, 1, STOPPED);
  } catch (fault) {
    log.error('the replay of an evaluation could not be stopped', {
      workflow_run_id: run.workflow_run_id,
      ...faultFacts(fault),
    });
  }
  return {};
}

async function endAttempt(
  state: RunState,
  services: RunningUses<'ledger' | 'workflowVersions', 'now'>,
  end: AbortedEnd,
): Promise<Done> {
  const { run, attempt } = state;
  if (isTerminalRun(run.status)) return {};
  const { ledger } = services.evaluation;
  const change = run.status === 'running' ? { phase: 'gating' as const } : {};
  if (attempt?.status === 'succeeded') {
    if (isAccepted(state) || attempt.projection.status === 'failed') return {};
    const failed = { ...attempt, projection: { ...attempt.projection, status: 'failed' as const } };
    const appended = await ledger.append({ run, change, attempt: failed, events: [] });
    return typeof appended === 'string' ? 'conflict' : {};
  }
  if (attempt !== null && isTerminalAttempt(attempt.status)) return {};
  if (attempt === null && run.status === 'cancelling') return {};

  const { workflow } = await workflowOf(run, services);
  const isCancelled = run.status === 'cancelling' || attempt?.status === 'queued';
  const status = isCancelled ? 'cancelled' : end.status;
  const ended: FrameworkAttempt = {
    ...(attempt ??
      newAttempt(run, {
        status,
        runner_version: workflow.workflow_version.runner.version,
        host: { kind: 'managed', host_id: MANAGED_HOST.host_id },
        now: services.now(),
      })),
    status,
    status_reason:
      run.status === 'cancelling'
        ? { code: status, detail: 'The attempt was abandoned.' }
        : // Also for an attempt cancelled before it began: its run has the same reason.
          { ...end.reason, code: end.status },
    ended_at: services.now(),
  };
  const validated = {
    type: 'workflow.validated' as const,
    payload: {
      workflow_version_digest: run.workflow_version_digest,
      reproducibility_class: run.reproducibility_class,
      capability_set_digest: workflow.capability_negotiation.capability_set_digest,
      baseline_run_id: run.baseline?.workflow_run_id ?? null,
    },
  };
  const events = [...(run.run_sequence === 0 ? [validated] : []), attempted(ended)];
  const appended = await ledger.append({ run, change, attempt: ended, events });
  return typeof appended === 'string' ? 'conflict' : {};
}

/** Publishes the scores of an accepted result. A failure must not keep the run from ending. */
async function publishScores(state: RunState, { evaluation, log }: RunningUses<'scores', 'log'>): Promise<Done> {
  const { run, attempt } = state;
  if (isTerminalRun(run.status) || attempt === null || !isAccepted(state)) return {};
  try {
    await evaluation.scores.publish(attempt.attempt_id);
  } catch (fault) {
    log.error('the scores of an evaluation could not be shown', {
      workflow_run_id: run.workflow_run_id,
      ...faultFacts(fault),
    });
  }
  return {};
}

async function failGate(state: RunState, services: RunningServices): Promise<Done> {
  const { run } = state;
  if (isGateSettled(run)) return {};
  return keepDecision(run, await outcomeOf(state, services), services);
}

/** The gate outcome. Closed if the attempt's scores do not match its digest. */
async function outcomeOf(
  { run, attempt }: RunState,
  services: RunningUses<'runs' | 'workflowVersions' | 'artifacts' | 'scores', 'log'>,
): Promise<GateOutcome> {
  const isWhole = attempt?.status !== 'succeeded' || isAccepted({ run, attempt });
  if (isWhole) {
    try {
      return await decidedOutcome(run, services);
    } catch (fault) {
      services.log.error('the gate of a run was decided without its scores', {
        workflow_run_id: run.workflow_run_id,
        ...faultFacts(fault),
      });
    }
  }
  const { workflow, manifests } = await workflowOf(run, services);
  const { workflow_version } = workflow;
  const outcome = decideGate({
    policy: manifests.gate_policy,
    policy_version: workflow_version.gate_policy.version,
    attempt,
    run,
    workflow_version,
    native: null,
    scores: [],
    baselines: { last_passing: null, run: null },
  });
  return { ...outcome, decision: 'fail', conclusive: false };
}
