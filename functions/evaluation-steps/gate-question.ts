import * as v from 'valibot';
import type { FrameworkAttempt } from '../domain/evaluation/attempt.ts';
import type { GateQuestion } from '../domain/evaluation/decide-gate.ts';
import type { WorkflowRun } from '../domain/evaluation/run.ts';
import type { Services } from '../http/api.ts';
import { workflowOf } from './workflow-of.ts';

const Bundle = v.object({ summary: v.record(v.string(), v.unknown()) });

/** Everything that the gate of a run is decided from (evaluation 3.9): read consistently, and nothing else. */
export async function gateQuestion(
  run: WorkflowRun,
  attempt: FrameworkAttempt | null,
  services: Services,
): Promise<GateQuestion> {
  const { scores, artifacts } = services.evaluation;
  const { workflow, manifests } = await workflowOf(run, services);
  const native = attempt?.native_result_artifact;
  return {
    policy: manifests.gate_policy,
    policy_version: workflow.workflow_version.gate_policy.version,
    attempt,
    run,
    workflow_version: workflow.workflow_version,
    native: native == null ? null : v.parse(Bundle, await artifacts.jsonOf(native)).summary,
    scores: attempt === null ? [] : await scores.ofAttempt(attempt),
    baseline: await baselineOf(run, services),
  };
}

/** The trusted scores of the last attempt of the run that it is compared with; null where that is gone. */
async function baselineOf({ baseline }: WorkflowRun, { evaluation }: Services): Promise<GateQuestion['baseline']> {
  if (baseline === null) return null;
  const { runs, scores } = evaluation;
  const last = (await runs.find(baseline.workflow_run_id))?.attempts.at(-1);
  const attempt = last && (await runs.attempt(last.attempt_id));
  return attempt ? { run_id: baseline.workflow_run_id, scores: await scores.ofAttempt(attempt) } : null;
}
