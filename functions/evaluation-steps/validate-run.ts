import { MANAGED_HOST } from '../domain/evaluation/managed-host.ts';
import { attempted, newAttempt } from '../domain/evaluation/new-attempt.ts';
import type { WorkflowRun } from '../domain/evaluation/run.ts';
import { isTerminalRun } from '../domain/evaluation/transitions.ts';
import { validationRefusal } from '../domain/evaluation/validation-outcome.ts';
import type { Services } from '../http/api.ts';
import { decided, type EvaluationStep, RunInput } from './evaluation-step.ts';

/** Looks at what the run pins, fixes its baseline, and refuses what cannot be run: its attempt has ended then (evaluation 3.7, 5.7). */
export const validateRun: EvaluationStep = {
  input: RunInput,

  run: (input, services) =>
    decided(input, services, async ({ run }) => {
      if (run.status !== 'queued' || run.phase !== 'queued') return {};
      const { ledger, workflowVersions } = services.evaluation;
      const workflow = await workflowVersions.find(run.workflow_version_digest);
      if (workflow === undefined) throw new Error('the workflow version of a run is gone');
      const { environment } = await workflowVersions.manifests(workflow.workflow_version);
      const baseline = await baselineOf(run, services);
      const refusal = validationRefusal(workflow.diagnostics);
      const refused = refusal && {
        ...newAttempt(run, {
          status: refusal.status,
          runner_version: workflow.workflow_version.runner.version,
          host: { kind: 'managed', host_id: MANAGED_HOST.host_id },
          now: services.now(),
        }),
        status_reason: refusal.reason,
      };
      const validated = {
        type: 'workflow.validated' as const,
        payload: {
          workflow_version_digest: run.workflow_version_digest,
          reproducibility_class: run.reproducibility_class,
          capability_set_digest: workflow.capability_negotiation.capability_set_digest,
          baseline_run_id: baseline?.workflow_run_id ?? null,
        },
      };
      const appended = await ledger.append({
        run,
        change: {
          phase: 'validating',
          baseline,
          ...(environment?.limits.timeout_s !== undefined && { timeout_ms: environment.limits.timeout_s * 1000 }),
        },
        ...(refused && { attempt: refused }),
        events: refused ? [validated, attempted(refused)] : [validated],
      });
      return typeof appended === 'string' ? 'conflict' : {};
    }),
};

/**
 * The run that it is compared with: the one that was asked for, else the newest of its lineage whose gate passed. One that has not ended
 * is none: what it will measure would make a gate that is decided again another one.
 */
async function baselineOf(
  { baseline_run_id, lineage_digest }: WorkflowRun,
  { evaluation }: Services,
): Promise<WorkflowRun['baseline']> {
  if (baseline_run_id !== null) {
    const asked = await evaluation.runs.find(baseline_run_id);
    return asked && isTerminalRun(asked.status) ? { ref: 'run', workflow_run_id: baseline_run_id } : null;
  }
  const passing = await evaluation.lastPassing.find(lineage_digest);
  return passing === undefined ? null : { ref: 'last_passing', workflow_run_id: passing };
}
