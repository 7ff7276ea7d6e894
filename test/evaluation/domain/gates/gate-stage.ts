import * as v from 'valibot';
import { GENESIS_DIGEST } from '../../../../functions/evaluation/domain/canonical-json.ts';
import { decideGate, type GateQuestion } from '../../../../functions/evaluation/domain/gates/decide-gate.ts';
import { GatePolicy } from '../../../../functions/evaluation/domain/gates/gate-policy.ts';
import type { FrameworkAttempt } from '../../../../functions/evaluation/domain/runs/attempt.ts';
import type { WorkflowRun } from '../../../../functions/evaluation/domain/runs/run.ts';
import type { Measurement, Score } from '../../../../functions/evaluation/domain/scores/score.ts';
import { scoresDigestOf } from '../../../../functions/evaluation/domain/scores/scores-digest.ts';
import { trustedScore } from '../../../../functions/evaluation/domain/scores/trusted-score.ts';

export const RUN_ID = 'wrun_01KAMJAB000000000000000000';
export const ATTEMPT_ID = 'fatt_01KAMJAB000000000000000000_001';
export const BASELINE_ID = 'wrun_01KAMJAA000000000000000000';
export const digest = (letter: string) => `sha256:${letter.repeat(64)}`;
const END = Date.UTC(2026, 10, 20, 10);

/** A run whose gate is about to be decided. */
export const runOf = (change: Partial<WorkflowRun> = {}): WorkflowRun => ({
  workflow_run_id: RUN_ID,
  workflow_version_digest: digest('1'),
  lineage_digest: digest('2'),
  status: 'running',
  phase: 'gating',
  status_reason: null,
  trigger: { type: 'api' },
  labels: { team: 'shop' },
  reproducibility_class: 'recorded_external',
  observed_reproducibility_class: null,
  baseline_run_id: null,
  baseline: { ref: 'last_passing', workflow_run_id: BASELINE_ID },
  last_passing_run_id: BASELINE_ID,
  input_overrides: null,
  attempts: [],
  gate: { status: 'pending', decision: null, gate_decision_id: null },
  native_result_artifact: null,
  created_by: 'ann',
  created_at: END - 9,
  started_at: END - 8,
  completed_at: null,

  cancel_requested_at: null,
  version: 7,
  created_after_sequence: 3,
  run_sequence: 5,
  run_digest: GENESIS_DIGEST,
  progress_at: END,

  timeout_ms: 3600_000,
  expiresAt: END + 1e9,
  ...change,
});

/** Its attempt, which succeeded. */
export const attemptOf = (change: Partial<FrameworkAttempt> = {}): FrameworkAttempt => ({
  attempt_id: ATTEMPT_ID,
  workflow_run_id: RUN_ID,
  ordinal: 1,
  retry_of: null,
  status: 'succeeded',
  status_reason: null,
  host: { kind: 'managed', host_id: 'managed' },
  runner_version: digest('3'),
  lease: null,
  trace_id: 'a'.repeat(32),
  root_span_id: 'b'.repeat(16),
  progress: 1,
  progress_event_at: null,
  started_at: END - 8,
  ended_at: END,
  native_result_artifact: digest('4'),
  evidence: [],
  projection: { status: 'complete', projected_count: 0, unsupported_fields: [] },
  scores_digest: digest('5'),
  diagnostics: [],
  replay: null,
  next_host_sequence: 1,
  expiresAt: END + 1e9,
  ...change,
});

/** A measurement of a trusted host: a number as its text, any other value unchanged. */
export const measured = (name: string, value: string | boolean, change: Partial<Measurement> = {}): Measurement => ({
  name,
  value,
  data_type: typeof value === 'boolean' ? 'boolean' : 'numeric',
  target_type: 'workflow_run',
  target_id: RUN_ID,
  sample_key: '',
  metadata: {},
  ...change,
});

/** Trusted scores of one name, one per value. */
export const scoresOf = (name: string, values: readonly (string | boolean)[], attempt = attemptOf()): Score[] =>
  values.map((value, at) => trustedScore(attempt, measured(name, value, { sample_key: String(at) }), null));

const policyOf = (rules: unknown[], more: object = {}): GatePolicy =>
  v.parse(GatePolicy, { schema: 'eval.gate-policy/v1', rules, ...more });

export const NO_BASELINES: GateQuestion['baselines'] = { last_passing: null, run: null };

/** Decides by the given rules. */
export function decided(rules: unknown[], change: Partial<GateQuestion> = {}, more: object = {}) {
  const scores = change.scores ?? [];
  return decideGate({
    policy: policyOf(rules, more),
    policy_version: digest('6'),
    attempt: attemptOf({ scores_digest: scoresDigestOf(scores) }),
    run: runOf(),
    native: null,
    baselines: NO_BASELINES,
    workflow_version: { schema: 'eval.workflow-version/v1', subject: { version: digest('7') } },
    ...change,
    scores,
  });
}
