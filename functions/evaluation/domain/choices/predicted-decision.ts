import type { Findings } from '../../../findings/domain/findings.ts';
import type { EndpointTimes } from '../../../replay/domain/latency/endpoint-times.ts';
import { digestOfJson, GENESIS_DIGEST } from '../canonical-json.ts';
import { decideGate } from '../gates/decide-gate.ts';
import type { GateOutcome } from '../gates/gate-decision.ts';
import type { GatedRun } from '../gates/gate-facts.ts';
import type { GatePolicy } from '../gates/gate-policy.ts';
import { MANAGED_HOST } from '../hosts/managed-host.ts';
import { ATTEMPT_STATUS_OF } from '../replay-regression/attempt-outcomes.ts';
import { BUILT_IN_RUNNER } from '../replay-regression/built-in-runner.ts';
import { measurementsOf } from '../replay-regression/measurements.ts';
import type { ResultSummary } from '../replay-regression/result-bundle.ts';
import { newAttempt } from '../runs/new-attempt.ts';
import { trustedScore } from '../scores/trusted-score.ts';

/** What a settled run measured of a build. */
export interface MeasuredBuild {
  state: Findings['state'];
  /** Epoch ms. */
  settledAt: number;
  summary: ResultSummary;
  latency: readonly EndpointTimes[];
}

/** Ids of the run and of its baseline: neither is stored. */
const RUN_ID = `wrun_${'0'.repeat(26)}`;
const BASELINE_ID = `wrun_${'0'.repeat(25)}1`;

/**
 * What a gate would decide about a build, from a run outside of evaluations. Scores of single requests and endpoints
 * are missing, so that rules on them decide nothing. `lastPassing`: the build before it that passed.
 */
export function predictedDecision(
  policy: GatePolicy,
  build: MeasuredBuild,
  lastPassing: MeasuredBuild | null,
): GateOutcome {
  const run = runOf(lastPassing !== null);
  const { attempt, scores } = measured(build, RUN_ID);
  return decideGate({
    policy,
    policy_version: digestOfJson(policy),
    attempt,
    run,
    workflow_version: {},
    native: { ...build.summary },
    scores,
    baselines: {
      last_passing: lastPassing && { run_id: BASELINE_ID, scores: measured(lastPassing, BASELINE_ID).scores },
      run: null,
    },
  });
}

function measured({ state, settledAt, summary, latency }: MeasuredBuild, workflow_run_id: string) {
  const status = ATTEMPT_STATUS_OF[state];
  const attempt = newAttempt(
    { workflow_run_id, attempts: [], expiresAt: settledAt },
    {
      status,
      runner_version: BUILT_IN_RUNNER.digest,
      host: { kind: 'managed', host_id: MANAGED_HOST.host_id },
      now: settledAt,
    },
  );
  const { attempt_id } = attempt;
  const { measurements } = measurementsOf({
    workflow_run_id,
    attempt_id,
    summary,
    latency,
    operations: [],
    cases: [],
  });
  const scores = status === 'succeeded' ? measurements.map((one) => trustedScore(attempt, one, null)) : [];
  return { attempt, scores };
}

const runOf = (hasBaseline: boolean): GatedRun => ({
  workflow_run_id: RUN_ID,
  workflow_version_digest: GENESIS_DIGEST,
  lineage_digest: GENESIS_DIGEST,
  status: 'succeeded',
  trigger: { type: 'api' },
  labels: {},
  reproducibility_class: 'live',
  observed_reproducibility_class: null,
  baseline_run_id: null,
  baseline: hasBaseline ? { ref: 'last_passing', workflow_run_id: BASELINE_ID } : null,
  last_passing_run_id: hasBaseline ? BASELINE_ID : null,
  input_overrides: null,
  created_by: '',
});
