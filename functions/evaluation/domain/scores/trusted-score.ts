import { canonicalJson, digestOfBytes } from '../canonical-json.ts';
import type { FrameworkAttempt } from '../runs/attempt.ts';
import type { Measurement, Score } from './score.ts';

/**
 * `scr_` and 32 hex digits, derived from the measurement and its attempt, so that a retry cannot duplicate it
 * (evaluation 3.12).
 */
export function trustedScoreId(
  attemptId: string,
  { name, target_type, target_id, sample_key }: Pick<Measurement, 'name' | 'target_type' | 'target_id' | 'sample_key'>,
): string {
  const digest = digestOfBytes(Buffer.from(canonicalJson([attemptId, name, target_type, target_id, sample_key])));
  return `scr_${digest.slice('sha256:'.length).slice(0, 32)}`;
}

/** The score of a measurement. Deterministic. Throws for an attempt that has not ended. */
export function trustedScore(
  { attempt_id, workflow_run_id, ended_at }: Pick<FrameworkAttempt, 'attempt_id' | 'workflow_run_id' | 'ended_at'>,
  measurement: Measurement,
  trigger: string | null,
): Score {
  if (ended_at === null) throw new Error('only an attempt that has ended can have scores');
  return {
    ...measurement,
    score_id: trustedScoreId(attempt_id, measurement),
    source: 'evaluator',
    origin: 'trusted_host',
    timestamp: ended_at,
    created_at: ended_at,
    comment: null,
    config_id: null,
    author_id: null,
    trace_id: measurement.target_type === 'trace' ? measurement.target_id : null,
    span_id: measurement.target_type === 'span' ? measurement.target_id : null,
    session_id: measurement.target_type === 'session' ? measurement.target_id : null,
    supersedes: null,
    workflow_run_id,
    attempt_id,
    trigger,
  };
}
