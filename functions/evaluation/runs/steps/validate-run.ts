import type { Services } from '../../../platform/http/api.ts';
import { MANAGED_HOST } from '../../hosts/domain/managed-host.ts';
import { decided, type EvaluationStep, RunInput } from '../../steps/evaluation-step.ts';
import { attempted, newAttempt } from '../domain/new-attempt.ts';
import type { WorkflowRun } from '../domain/run.ts';
import { isTerminalRun } from '../domain/transitions.ts';
import { validationRefusal } from '../domain/validation-outcome.ts';

/** Looks at what the run pins, fixes what it is compared with, and refuses what cannot be run: its attempt has ended then (evaluation 3.7, 5.7). */
export const validateRun: EvaluationStep = {
  input: RunInput,

  run: (input, services) =>
    decided(input, services, async ({ run }) => {
      if (run.status !== 'queued' || run.phase !== 'queued') return {};
      const { ledger, workflowVersions } = services.evaluation;
      const workflow = await workflowVersions.find(run.workflow_version_digest);
      if (workflow === undefined) throw new Error('the workflow version of a run is gone');
      const { environment } = await workflowVersions.manifests(workflow.workflow_version);
      const baselines = await baselinesOf(run, services);
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
          baseline_run_id: baselines.baseline?.workflow_run_id ?? null,
        },
      };
      const appended = await ledger.append({
        run,
        change: {
          phase: 'validating',
          ...baselines,
          ...(environment?.limits.timeout_s !== undefined && { timeout_ms: environment.limits.timeout_s * 1000 }),
        },
        ...(refused && { attempt: refused }),
        events: refused ? [validated, attempted(refused)] : [validated],
      });
      return typeof appended === 'string' ? 'conflict' : {};
    }),
};

/**
 * The run that it is compared with: the one that was asked for, else the newest of its lineage whose gate passed; and that one where
 * another was asked for, since rules against `last_passing` hold all the same. One that has not ended is none: what it will measure
 * would make a gate that is decided again another one.
 */
async function baselinesOf(
  { baseline_run_id, lineage_digest }: WorkflowRun,
  { evaluation }: Services,
): Promise<Pick<WorkflowRun, 'baseline' | 'last_passing_run_id'>> {
  const last_passing_run_id = (await evaluation.lastPassing.find(lineage_digest)) ?? null;
  if (baseline_run_id === null) {
    const isFirst = last_passing_run_id === null;
    return {
      baseline: isFirst ? null : { ref: 'last_passing', workflow_run_id: last_passing_run_id },
      last_passing_run_id,
    };
  }
  const asked = await evaluation.runs.find(baseline_run_id);
  const isOver = asked !== undefined && isTerminalRun(asked.status);
  return { baseline: isOver ? { ref: 'run', workflow_run_id: baseline_run_id } : null, last_passing_run_id };
}
