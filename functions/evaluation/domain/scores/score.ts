import * as v from 'valibot';
import { stringPairs } from '../string-pairs.ts';

export const TARGET_TYPES = ['span', 'trace', 'session', 'workflow_run', 'framework_attempt'] as const;
export const DATA_TYPES = ['numeric', 'boolean', 'categorical', 'text'] as const;
export const SCORE_SOURCES = ['api', 'user', 'annotation', 'evaluator'] as const;

/** Metadata of a score or a measurement as sent, and of a gate rule's `where` (evaluation 3.12). */
export const SentMetadata = stringPairs([1, 200], [0, 2000], 50);

/** A score as stored (evaluation 3.12). Times are epoch ms. */
export const Score = v.object({
  score_id: v.string(),
  target_type: v.picklist(TARGET_TYPES),
  target_id: v.string(),
  name: v.string(),
  data_type: v.picklist(DATA_TYPES),
  /** A number as its original decimal text, so that gates calculate exactly. Booleans and texts unchanged. */
  value: v.union([v.string(), v.boolean()]),
  source: v.picklist(SCORE_SOURCES),
  /** Set by the service. Gates read only trusted rows. */
  origin: v.picklist(['client', 'trusted_host']),
  timestamp: v.number(),
  created_at: v.number(),
  comment: v.nullable(v.string()),
  config_id: v.nullable(v.string()),
  author_id: v.nullable(v.string()),
  metadata: v.record(v.string(), v.string()),
  trace_id: v.nullable(v.string()),
  span_id: v.nullable(v.string()),
  session_id: v.nullable(v.string()),
  supersedes: v.nullable(v.string()),
  workflow_run_id: v.nullable(v.string()),
  attempt_id: v.nullable(v.string()),
  /** Empty for the run, the operation for the attempt, the caseId for a trace (evaluation 5.9). */
  sample_key: v.string(),
  /** What created the run, if not a caller (evaluation 3.13: `backfill`). */
  trigger: v.nullable(v.string()),
});
export type Score = v.InferOutput<typeof Score>;

/** A measurement of a trusted host, before it becomes a score (evaluation 3.11, 5.11). */
export interface Measurement {
  name: string;
  data_type: (typeof DATA_TYPES)[number];
  /** A number as decimal text, otherwise the value. */
  value: string | boolean;
  target_type: (typeof TARGET_TYPES)[number];
  target_id: string;
  sample_key: string;
  metadata: Record<string, string>;
}
