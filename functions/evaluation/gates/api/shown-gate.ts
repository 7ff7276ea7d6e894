import * as v from 'valibot';
import { named } from '../../../platform/http/documents/endpoint-doc.ts';
import { EXAMPLE } from '../../../platform/http/documents/path-parts.ts';
import { Time } from '../../../platform/http/documents/shown-schemas.ts';
import { Digest } from '../../../platform/values/digest.ts';
import { RUN_EXAMPLE } from '../../common/api/run-example.ts';
import { GateDecision, GateInputs, GateOutcome } from '../../domain/gates/gate-decision.ts';

/** A gate decision in answers (evaluation 3.9). */
export const ShownGateDecision = named('GateDecision', v.object({ ...GateDecision.entries, decided_at: Time }));

/** A run's gate, decided or not. */
export const ShownGate = named(
  'Gate',
  v.object({
    ...GateDecision.entries,
    gate_decision_id: v.nullable(v.string()),
    gate_policy_version: v.nullable(Digest),
    status: v.picklist(['pending', 'decided', 'not_applicable']),
    decision: v.nullable(GateOutcome.entries.decision),
    conclusive: v.nullable(v.boolean()),
    inputs: v.nullable(GateInputs),
    decision_digest: v.nullable(Digest),
    decided_at: v.nullable(Time),
  }),
);

/** A gate as a check for CI. */
export const ShownCheck = named(
  'GateCheck',
  v.object({
    status: v.picklist(['queued', 'in_progress', 'completed']),
    conclusion: v.nullable(v.picklist(['success', 'failure', 'action_required', 'cancelled'])),
    summary: v.string(),
  }),
);

/** An example of a gate decision. */
export const GATE_DECISION_EXAMPLE: v.InferOutput<typeof ShownGateDecision> = {
  gate_decision_id: 'gdec_01KAFP4G80A1B2C3D4E5F6G7H8',
  workflow_run_id: RUN_EXAMPLE.runId,
  workflow_version_digest: RUN_EXAMPLE.digest,
  gate_policy_version: RUN_EXAMPLE.digest,
  primary: true,
  status: 'decided',
  decision: 'fail',
  conclusive: true,
  reason_codes: ['fail'],
  rules: [
    {
      id: 'pass-rate',
      outcome: 'fail',
      enforcement: 'required',
      observed: 0.94,
      samples: 1,
      baseline: null,
      delta: null,
      threshold: 0.95,
      op: 'gte',
    },
  ],
  inputs: {
    attempt_id: RUN_EXAMPLE.attemptId,
    attempt_status: 'succeeded',
    native_result_digest: RUN_EXAMPLE.digest,
    scores_digest: RUN_EXAMPLE.digest,
    baseline_run_id: null,
  },
  decision_digest: RUN_EXAMPLE.digest,
  decided_at: EXAMPLE.time,
};
