import * as v from 'valibot';
import { accept, type Result } from '../../platform/result.ts';
import type { Step } from '../../platform/steps/step.ts';
import { CaseManifest } from '../../replay/domain/case-manifest.ts';
import { progressOf } from '../../replay/domain/progress.ts';
import { KNOWN_CALLER } from '../../replay/service/plan-admission.ts';
import type { RunningServices, RunningUses } from '../composition.ts';
import {
  ATTEMPT_STATUS_OF,
  type AttemptClock,
  hasEnded,
  isRetryable,
  STOPPED,
  shouldStop,
} from '../domain/replay-regression/attempt-outcomes.ts';
import { planKeyOf } from '../domain/replay-regression/plan-request.ts';
import type { FrameworkAttempt } from '../domain/runs/attempt.ts';
import { attempted } from '../domain/runs/new-attempt.ts';
import type { WorkflowRun } from '../domain/runs/run.ts';
import { statusReason } from '../domain/runs/status-reason.ts';
import { isTerminalAttempt, isTerminalRun } from '../domain/runs/transitions.ts';
import { replayRequest } from '../replay-regression/steps/prepare-replay.ts';
import { decided, MAX_WAIT_SECONDS, RunInput, type RunState, waitSeconds } from './evaluation-step.ts';
import { workflowOf } from './workflow-of.ts';

/** Minimum interval between the progress events of an attempt (evaluation 4). */
const PROGRESS_EVENT_MS = 30_000;

/**
 * Starts the attempt's replay, checks its progress, and stops it if requested. Returns the seconds until the next poll;
 * 0 means that it has ended.
 */
export const pollAttempt: Step<RunInput, RunningServices> = {
  input: RunInput,
  run: (input, services) => decided(input, services, (state) => poll(state, services)),
};

type Polled = { waitSeconds: number } | 'conflict';
const ENDED: Polled = { waitSeconds: 0 };

async function poll({ run, attempt }: RunState, services: RunningServices): Promise<Polled> {
  if (isTerminalRun(run.status) || attempt === null || isTerminalAttempt(attempt.status)) return ENDED;
  if (attempt.host.kind === 'federated') return pollFederated(run, attempt, services);
  const clock = clockOf(run, attempt, services.now());
  const planId = attempt.replay?.plan_id ?? (await knownPlan(attempt, services));
  if (planId === undefined) return shouldStop(clock) ? commit(run, services) : begin(run, attempt, services);
  if (attempt.replay === null) return linked(run, attempt, planId, services);

  const { plans, settlement } = services;
  const plan = await plans.find(planId);
  const round = await plans.findRound(planId, 1);
  if (plan === undefined || round === undefined) return commit(run, services);
  const isStopped = round.result === null && shouldStop(clock) && (await settlement.stop(plan, 1, STOPPED));
  const settled = isStopped ? await plans.findRound(planId, 1) : round;
  if (hasEnded({ ...clock, settledAt: settled?.result?.settledAt ?? null })) return commit(run, services);
  const progress = progressOf(round, await services.results.progress(planId, 1));
  return continuePolling(run, attempt, progress, services);
}

/** Times that determine whether an attempt must stop, in epoch ms. */
export const clockOf = (run: WorkflowRun, attempt: FrameworkAttempt, now: number): AttemptClock => ({
  cancelRequestedAt: run.cancel_requested_at,
  deadline: (attempt.started_at ?? now) + run.timeout_ms,
  settledAt: null,
  now,
});

/** The plan that an earlier invocation of this step created but did not record. */
const knownPlan = async (
  { attempt_id }: FrameworkAttempt,
  { plans }: Pick<RunningServices, 'plans'>,
): Promise<string | undefined> => (await plans.findIdempotency(planKeyOf(attempt_id)))?.planId;

/** Requests the plan. A refusal ends the attempt, unless another plan only blocks it temporarily. */
async function begin(
  run: WorkflowRun,
  attempt: FrameworkAttempt,
  services: RunningUses<
    'workflowVersions' | 'artifacts' | 'ledger',
    'now' | 'applications' | 'config' | 'newPlans' | 'log'
  >,
): Promise<Polled> {
  const now = services.now();
  const created = await newPlan(run, attempt, services);
  if (created.ok) return linked(run, attempt, created.value, services);
  const since = now - (attempt.started_at ?? now);
  if (isRetryable(created.code, since))
    return { waitSeconds: waitSeconds(services.config.evaluationPollSeconds, since, MAX_WAIT_SECONDS.attempt) };
  const status = ATTEMPT_STATUS_OF[created.code];
  const refused = { ...attempt, status, status_reason: statusReason(status, created.message), ended_at: now };
  const events = [attempted(refused)];
  const change = run.status === 'running' ? { phase: 'committing' as const } : {};
  const appended = await services.evaluation.ledger.append({ run, change, attempt: refused, events });
  return typeof appended === 'string' ? 'conflict' : ENDED;
}

async function newPlan(
  run: WorkflowRun,
  attempt: FrameworkAttempt,
  services: RunningUses<'workflowVersions' | 'artifacts', 'applications' | 'config' | 'now' | 'newPlans' | 'log'>,
): Promise<Result<string, keyof typeof ATTEMPT_STATUS_OF & Parameters<typeof isRetryable>[0]>> {
  const { framework_definition, subject, environment } = (await workflowOf(run, services)).manifests;
  if (!framework_definition || !subject || !environment)
    throw new Error('a manifest of an admitted run no longer exists');
  const prepared = await replayRequest({ framework_definition, subject, environment }, run, services);
  const manifest = attempt.evidence.find(({ role }) => role === 'case_manifest')?.digest;
  if (!prepared.ok || manifest === undefined) throw new Error('an attempt differs from what was prepared');
  const { request, attributes, caseSet } = prepared.value;
  const { cases } = v.parse(CaseManifest, await services.evaluation.artifacts.jsonOf(manifest));
  // A case set defines the scope by itself; otherwise it is the endpoints of the definition.
  const operations =
    caseSet === null || request.operations !== null
      ? request.operations
      : [...new Set(cases.map(({ operation }) => operation))].map((operation) => ({ operation, caseIds: null }));
  const created = await services.newPlans.create(
    { ...request, operations, caseManifest: manifest, attemptId: attempt.attempt_id },
    KNOWN_CALLER,
    { attributes, idempotency: { key: planKeyOf(attempt.attempt_id), fingerprint: manifest } },
  );
  if (created.ok) services.log.info('evaluation replays', { plan_id: created.value, attempt_id: attempt.attempt_id });
  return created.ok ? accept(created.value) : created;
}

/** Records the plan of the attempt. */
async function linked(
  run: WorkflowRun,
  attempt: FrameworkAttempt,
  plan_id: string,
  { evaluation, config }: RunningUses<'ledger', 'config'>,
): Promise<Polled> {
  const replaying = { ...attempt, replay: { plan_id, findings_state: null } };
  const appended = await evaluation.ledger.append({ run, change: {}, attempt: replaying, events: [] });
  return typeof appended === 'string' ? 'conflict' : { waitSeconds: config.evaluationPollSeconds };
}

async function commit(run: WorkflowRun, { evaluation }: RunningUses<'ledger'>): Promise<Polled> {
  if (run.status !== 'running' || run.phase === 'committing') return ENDED;
  const appended = await evaluation.ledger.append({ run, change: { phase: 'committing' }, events: [] });
  return typeof appended === 'string' ? 'conflict' : ENDED;
}

async function continuePolling(
  run: WorkflowRun,
  attempt: FrameworkAttempt,
  progress: number,
  { evaluation, config, now }: RunningUses<'ledger', 'config' | 'now'>,
): Promise<Polled> {
  const at = now();
  const since = attempt.started_at ?? at;
  const wait = nextPollDelay(clockOf(run, attempt, at), at - since, config);
  const isReported = at - (attempt.progress_event_at ?? since) < PROGRESS_EVENT_MS;
  if (isReported || run.status !== 'running') return wait;
  const further = { ...attempt, progress, progress_event_at: at };
  const events = [attempted(further, progress)];
  const appended = await evaluation.ledger.append({ run, change: {}, attempt: further, events });
  return typeof appended === 'string' ? 'conflict' : wait;
}

/** Seconds until the next poll: short while the attempt is stopping, and shortly after its timeout at the latest. */
function nextPollDelay(
  clock: AttemptClock,
  sinceMs: number,
  { evaluationPollSeconds }: RunningServices['config'],
): Polled {
  if (shouldStop(clock)) return { waitSeconds: evaluationPollSeconds };
  const left = Math.max(evaluationPollSeconds, Math.ceil((clock.deadline - clock.now) / 1000));
  return { waitSeconds: Math.min(left, waitSeconds(evaluationPollSeconds, sinceMs, MAX_WAIT_SECONDS.attempt)) };
}

/** A worker's publication ends its attempt. This step only abandons it (evaluation 3.11). */
async function pollFederated(
  run: WorkflowRun,
  attempt: FrameworkAttempt,
  services: RunningUses<'ledger', 'now' | 'config'>,
): Promise<Polled> {
  const now = services.now();
  // No host works on it, so there is none to wait for.
  const isUnwanted = attempt.status === 'queued' && run.cancel_requested_at !== null;
  const clock = clockOf(run, attempt, now);
  if (isUnwanted || hasEnded(clock)) return commit(run, services);
  return nextPollDelay(clock, now - run.created_at, services.config);
}
