import * as v from 'valibot';
import { accept, type Result, refuse } from '../../../platform/result.ts';
import type { Digest } from '../../../platform/values/digest.ts';
import type { EvaluationUses } from '../../composition.ts';
import type { GateQuestion } from '../../domain/gates/decide-gate.ts';
import { type BaselineRef, fixedBaselines } from '../../domain/gates/fixed-baselines.ts';
import type { FrameworkAttempt } from '../../domain/runs/attempt.ts';
import type { WorkflowRun } from '../../domain/runs/run.ts';
import { componentReader } from '../../workflows/store/component-reader.ts';

const Bundle = v.object({ summary: v.record(v.string(), v.unknown()) });

type Stored = EvaluationUses<'runs' | 'scores' | 'artifacts' | 'workflowVersions'>['evaluation'];

/**
 * Reads all inputs of a gate consistently (evaluation 3.9). The result is the same at any later time. Uses the run's
 * own policy unless another is named. Refused once the bytes of the result have expired.
 */
export async function gateQuestion(
  run: WorkflowRun,
  stored: Stored,
  otherPolicy?: Digest,
): Promise<Result<GateQuestion, 'artifact_expired'>> {
  const { runs, scores, artifacts, workflowVersions } = stored;
  const workflow = await workflowVersions.find(run.workflow_version_digest);
  if (workflow === undefined) throw new Error('the workflow version of a run no longer exists');
  const { workflow_version } = workflow;
  const policy_version = otherPolicy ?? workflow_version.gate_policy.version;
  const { manifest: policy } = await componentReader(artifacts)('gate_policy', policy_version);

  const last = run.attempts.at(-1);
  const attempt = (last && (await runs.attempt(last.attempt_id))) ?? null;
  const result = attempt?.native_result_artifact ?? null;
  const bundle = result === null ? null : await artifacts.jsonOf(result);
  const fixed = fixedBaselines(run);
  if (bundle === undefined) return refuse('artifact_expired', 'the result of the run has expired');
  return accept({
    policy,
    policy_version,
    attempt,
    run,
    workflow_version,
    native: bundle === null ? null : v.parse(Bundle, bundle).summary,
    scores: attempt === null ? [] : await scores.ofAttempt(attempt),
    baselines: {
      last_passing: await baselineOf(fixed.last_passing, stored),
      run: await baselineOf(fixed.run, stored),
    },
  });
}

/**
 * The trusted scores of a baseline run's last attempt. Null if the run was deleted or measured nothing, because a count
 * of 0 would be a value.
 */
async function baselineOf(
  run_id: string | null,
  { runs, scores }: Stored,
): Promise<GateQuestion['baselines'][BaselineRef]> {
  if (run_id === null) return null;
  const last = (await runs.find(run_id))?.attempts.at(-1);
  const attempt: FrameworkAttempt | undefined = last && (await runs.attempt(last.attempt_id));
  if (!attempt || attempt.scores_digest === null) return null;
  return { run_id, scores: await scores.ofAttempt(attempt) };
}
