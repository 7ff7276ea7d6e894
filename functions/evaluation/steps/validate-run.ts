import type { Step } from '../../platform/steps/step.ts';
import type { RunningUses } from '../composition.ts';
import { MANAGED_HOST } from '../domain/hosts/managed-host.ts';
import { attempted, newAttempt } from '../domain/runs/new-attempt.ts';
import type { WorkflowRun } from '../domain/runs/run.ts';
import { isTerminalRun } from '../domain/runs/transitions.ts';
import { validationRefusal } from '../domain/workflows/validation-outcome.ts';
import { decided, RunInput } from './evaluation-step.ts';

/**
 * Validates the pins of a run and fixes its baselines. If the run cannot run, its attempt ends with the refusal
 * (evaluation 3.7, 5.7).
 */
export const validateRun: Step<RunInput, RunningUses<'runs' | 'ledger' | 'workflowVersions' | 'lastPassing', 'now'>> = {
  input: RunInput,

  run: (input, services) =>
    decided(input, services, async ({ run }) => {
      if (run.status !== 'queued' || run.phase !== 'queued') return {};
      const { ledger, workflowVersions } = services.evaluation;
      const workflow = await workflowVersions.find(run.workflow_version_digest);
      if (workflow === undefined) throw new Error('the workflow version of a run no longer exists');
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
 * The baseline of the run: the requested one, or else the newest passing run of its lineage. The latter is also
 * returned if another was requested, because rules against `last_passing` still apply. A run that has not ended is not
 * a baseline: its later measurements would change a re-evaluation of the gate.
 */
async function baselinesOf(
  { baseline_run_id, lineage_digest }: WorkflowRun,
  { evaluation }: RunningUses<'lastPassing' | 'runs'>,
): Promise<Pick<WorkflowRun, 'baseline' | 'last_passing_run_id'>> {
  const last_passing_run_id = (await evaluation.lastPassing.find(lineage_digest)) ?? null;
  if (baseline_run_id === null) {
    const isFirst = last_passing_run_id === null;
    return {
      baseline: isFirst ? null : { ref: 'last_passing', workflow_run_id: last_passing_run_id },
      last_passing_run_id,
    };
  }
  const baseline = await evaluation.runs.find(baseline_run_id);
  const isOver = baseline !== undefined && isTerminalRun(baseline.status);
  return { baseline: isOver ? { ref: 'run', workflow_run_id: baseline_run_id } : null, last_passing_run_id };
}
