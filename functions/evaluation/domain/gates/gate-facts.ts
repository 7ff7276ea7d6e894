import type { FrameworkAttempt } from '../runs/attempt.ts';
import type { WorkflowRun } from '../runs/run.ts';

/** What a gate reads of a run. */
export type GatedRun = Pick<
  WorkflowRun,
  | 'workflow_run_id'
  | 'workflow_version_digest'
  | 'lineage_digest'
  | 'status'
  | 'trigger'
  | 'labels'
  | 'reproducibility_class'
  | 'observed_reproducibility_class'
  | 'baseline'
  | 'baseline_run_id'
  | 'last_passing_run_id'
  | 'input_overrides'
  | 'created_by'
>;

export interface GateFacts {
  /** Null if the run ended before its first attempt. */
  attempt: FrameworkAttempt | null;
  run: GatedRun;
  /** The WorkflowVersion, `eval.workflow-version/v1`: its five pins. */
  workflow_version: Readonly<Record<string, unknown>>;
  /** `summary` of the native result. Null if there is none. */
  native: Readonly<Record<string, unknown>> | null;
}

type Plain = string | number | boolean;

/**
 * The value of a dotted name (evaluation 3.9). Undefined if there is none, or if it is null, a list or an object. Only
 * facts that are final when a gate is decided have a name, so that a later re-evaluation sees the same values.
 */
export function gateFact(field: string, facts: GateFacts): Plain | undefined {
  const [root = '', ...names] = field.split('.');
  let value: unknown = ROOTS[root]?.(facts);
  for (const name of names) {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
    // an object, checked above
    value = Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined;
  }
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : undefined;
}

const ROOTS: Readonly<Record<string, (facts: GateFacts) => unknown>> = {
  framework_attempt: ({ attempt }) =>
    attempt && {
      attempt_id: attempt.attempt_id,
      workflow_run_id: attempt.workflow_run_id,
      ordinal: attempt.ordinal,
      retry_of: attempt.retry_of,
      status: attempt.status,
      status_reason: attempt.status_reason,
      host: attempt.host,
      runner_version: attempt.runner_version,
      native_result_artifact: attempt.native_result_artifact,
      projection: attempt.projection,
      replay: attempt.replay,
    },
  workflow_run: ({ run, attempt }) => ({
    workflow_run_id: run.workflow_run_id,
    workflow_version_digest: run.workflow_version_digest,
    lineage_digest: run.lineage_digest,
    // The run is still running while its gate is decided: this is its status afterwards (evaluation 3.7).
    status: run.status === 'cancelled' ? run.status : attempt?.status === 'succeeded' ? 'succeeded' : 'failed',
    trigger: run.trigger,
    labels: run.labels,
    reproducibility_class: run.reproducibility_class,
    observed_reproducibility_class: run.observed_reproducibility_class,
    baseline: run.baseline,
    input_overrides: run.input_overrides,
    created_by: run.created_by,
  }),
  // Uses the facts derived when the run was created, because manifests and hosts may have changed since.
  workflow_version: ({ workflow_version, run }) => ({
    ...workflow_version,
    workflow_version_digest: run.workflow_version_digest,
    lineage_digest: run.lineage_digest,
    reproducibility_class: run.reproducibility_class,
  }),
  native: ({ native }) => native,
};
