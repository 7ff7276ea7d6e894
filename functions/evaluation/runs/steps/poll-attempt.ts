import * as v from 'valibot';
import type { Services } from '../../../platform/http/api.ts';
import { accept, type Result } from '../../../platform/result.ts';
import { CaseManifest } from '../../../replay/domain/case-manifest.ts';
import { progressOf } from '../../../replay/domain/progress.ts';
import {
  ATTEMPT_STATUS_OF,
  type AttemptClock,
  hasEnded,
  isToStop,
  isTriedAgain,
  STOPPED,
} from '../../replay-regression/domain/attempt-outcomes.ts';
import { planKeyOf } from '../../replay-regression/domain/plan-request.ts';
import { replayRequest } from '../../replay-regression/steps/prepare-replay.ts';
import {
  decided,
  type EvaluationStep,
  MOST_WAIT,
  RunInput,
  type RunState,
  waitSeconds,
} from '../../steps/evaluation-step.ts';
import type { FrameworkAttempt } from '../domain/attempt.ts';
import { attempted } from '../domain/new-attempt.ts';
import type { WorkflowRun } from '../domain/run.ts';
import { statusReason } from '../domain/status-reason.ts';
import { isTerminalAttempt, isTerminalRun } from '../domain/transitions.ts';
import { workflowOf } from './workflow-of.ts';

/** Progress events of one attempt are this far apart at least (evaluation 4). */
const PROGRESS_EVENT_MS = 30_000;

/** Starts what the attempt runs, looks how far it is, and stops it where that was asked for; how many seconds until the next look, 0: it has ended. */
export const pollAttempt: EvaluationStep = {
  input: RunInput,
  run: (input, services) => decided(input, services, (state) => poll(state, services)),
};

type Polled = { waitSeconds: number } | 'conflict';
const ENDED: Polled = { waitSeconds: 0 };

async function poll({ run, attempt }: RunState, services: Services): Promise<Polled> {
  if (isTerminalRun(run.status) || attempt === null || isTerminalAttempt(attempt.status)) return ENDED;
  if (attempt.host.kind === 'federated') return pollFederated(run, attempt, services);
  const clock = clockOf(run, attempt, services.now());
  const planId = attempt.replay?.plan_id ?? (await knownPlan(attempt, services));
  if (planId === undefined) return isToStop(clock) ? commit(run, services) : begin(run, attempt, services);
  if (attempt.replay === null) return linked(run, attempt, planId, services);

  const { plans, settlement } = services;
  const plan = await plans.find(planId);
  const round = await plans.findRound(planId, 1);
  if (plan === undefined || round === undefined) return commit(run, services);
  const isStopped = round.result === null && isToStop(clock) && (await settlement.stop(plan, 1, STOPPED));
  const settled = isStopped ? await plans.findRound(planId, 1) : round;
  if (hasEnded({ ...clock, settledAt: settled?.result?.settledAt ?? null })) return commit(run, services);
  const progress = progressOf(round, await services.results.progress(planId, 1));
  return goOn(run, attempt, progress, services);
}

/** What decides whether an attempt is to stop; times in epoch ms. */
export const clockOf = (run: WorkflowRun, attempt: FrameworkAttempt, now: number): AttemptClock => ({
  cancelRequestedAt: run.cancel_requested_at,
  deadline: (attempt.started_at ?? now) + run.timeout_ms,
  settledAt: null,
  now,
});

/** The plan that an invocation of this step made and could not write down. */
const knownPlan = async ({ attempt_id }: FrameworkAttempt, { plans }: Services): Promise<string | undefined> =>
  (await plans.findIdempotency(planKeyOf(attempt_id)))?.planId;

/** Asks for the plan; one that is refused ends the attempt, unless it is only another plan that stands in the way. */
async function begin(run: WorkflowRun, attempt: FrameworkAttempt, services: Services): Promise<Polled> {
  const now = services.now();
  const created = await newPlan(run, attempt, services);
  if (created.ok) return linked(run, attempt, created.value, services);
  const since = now - (attempt.started_at ?? now);
  if (isTriedAgain(created.code, since))
    return { waitSeconds: waitSeconds(services.config.evaluationPollSeconds, since, MOST_WAIT.attempt) };
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
  services: Services,
): Promise<Result<string, keyof typeof ATTEMPT_STATUS_OF & Parameters<typeof isTriedAgain>[0]>> {
  const { framework_definition, subject, environment } = (await workflowOf(run, services)).manifests;
  if (!framework_definition || !subject || !environment) throw new Error('a manifest of an admitted run is gone');
  const asked = await replayRequest({ framework_definition, subject, environment }, run, services);
  const manifest = attempt.evidence.find(({ role }) => role === 'case_manifest')?.digest;
  if (!asked.ok || manifest === undefined) throw new Error('an attempt is not as it was prepared');
  const { request, attributes, caseSet } = asked.value;
  const { cases } = v.parse(CaseManifest, await services.evaluation.artifacts.jsonOf(manifest));
  // A case set is all there is to cover; else it is the endpoints of the definition.
  const operations =
    caseSet === null || request.operations !== null
      ? request.operations
      : [...new Set(cases.map(({ operation }) => operation))].map((operation) => ({ operation, caseIds: null }));
  const created = await services.newPlans.create(
    { ...request, operations, caseManifest: manifest, attemptId: attempt.attempt_id },
    { attributes, idempotency: { key: planKeyOf(attempt.attempt_id), fingerprint: manifest } },
  );
  if (created.ok) services.log.info('evaluation replays', { plan_id: created.value, attempt_id: attempt.attempt_id });
  return created.ok ? accept(created.value) : created;
}

/** Writes down which plan the attempt runs. */
async function linked(
  run: WorkflowRun,
  attempt: FrameworkAttempt,
  plan_id: string,
  { evaluation, config }: Services,
): Promise<Polled> {
  const replaying = { ...attempt, replay: { plan_id, findings_state: null } };
  const appended = await evaluation.ledger.append({ run, change: {}, attempt: replaying, events: [] });
  return typeof appended === 'string' ? 'conflict' : { waitSeconds: config.evaluationPollSeconds };
}

async function commit(run: WorkflowRun, { evaluation }: Services): Promise<Polled> {
  if (run.status !== 'running' || run.phase === 'committing') return ENDED;
  const appended = await evaluation.ledger.append({ run, change: { phase: 'committing' }, events: [] });
  return typeof appended === 'string' ? 'conflict' : ENDED;
}

async function goOn(
  run: WorkflowRun,
  attempt: FrameworkAttempt,
  progress: number,
  { evaluation, config, now }: Services,
): Promise<Polled> {
  const at = now();
  const since = attempt.started_at ?? at;
  const wait = nextLook(clockOf(run, attempt, at), at - since, config);
  const isTold = at - (attempt.progress_event_at ?? since) < PROGRESS_EVENT_MS;
  if (isTold || run.status !== 'running') return wait;
  const further = { ...attempt, progress, progress_event_at: at };
  const events = [attempted(further, progress)];
  const appended = await evaluation.ledger.append({ run, change: {}, attempt: further, events });
  return typeof appended === 'string' ? 'conflict' : wait;
}

/** When to look again: soon where the attempt is to stop, and not long after its time is over. */
function nextLook(clock: AttemptClock, sinceMs: number, { evaluationPollSeconds }: Services['config']): Polled {
  if (isToStop(clock)) return { waitSeconds: evaluationPollSeconds };
  const left = Math.max(evaluationPollSeconds, Math.ceil((clock.deadline - clock.now) / 1000));
  return { waitSeconds: Math.min(left, waitSeconds(evaluationPollSeconds, sinceMs, MOST_WAIT.attempt)) };
}

/** A worker's publication ends its attempt; here it is only given up (evaluation 3.11). */
async function pollFederated(run: WorkflowRun, attempt: FrameworkAttempt, services: Services): Promise<Polled> {
  const now = services.now();
  // Nobody works at it, so that there is nobody to wait for.
  const isUnwanted = attempt.status === 'queued' && run.cancel_requested_at !== null;
  const clock = clockOf(run, attempt, now);
  if (isUnwanted || hasEnded(clock)) return commit(run, services);
  return nextLook(clock, now - run.created_at, services.config);
}
