import * as v from 'valibot';
import type { Item } from '../../platform/world.ts';
import type { ReplayPlan, ReplayRound } from '../../replay/domain/plan.ts';
import { AnalysisState } from '../domain/analysis.ts';
import { AnalysisCounts } from '../domain/analysis-counts.ts';
import { DerivedChange } from '../domain/code-changes.ts';

/** State of a round's analysis as stored. Readers derive whether it is stale (analysis-time.ts). */
export const AnalysisRow = v.object({
  planId: v.string(),
  round: v.number(),
  state: AnalysisState,
  reason: v.nullable(v.string()),
  /**
   * Who set the state. The first diagnosis replaces a SKIPPED of the service, including its own executor (interface
   * 2.5).
   */
  setBy: v.picklist(['service', 'executor']),
  /** Null: no executor. */
  executor: v.nullable(v.picklist(['built-in', 'external'])),
  /** Changes with every write that must not conflict with another. */
  version: v.number(),
  /** Epoch ms of the executor's last write, or of the start. */
  heartbeatAt: v.number(),
  /** Task token of the workflow that waits for the end. */
  token: v.optional(v.string()),
  /** The external executor that claimed the job. Null while it is unclaimed, or if it is not a job. */
  claimedBy: v.nullable(v.string()),
  /** An executor wrote the final state, and the channels are not notified yet. */
  unannounced: v.boolean(),
  expiresAt: v.number(),
});
export type AnalysisRow = v.InferOutput<typeof AnalysisRow>;

/** An analysis as read. */
export interface StoredAnalysis {
  row: AnalysisRow;
  item: Item;
}

/** Merged diagnoses, and the data derived from them. */
export const AnalysisContent = v.object({
  counts: AnalysisCounts,
  changes: v.array(v.object({ ...DerivedChange.entries, consecutive: v.number() })),
  summary: v.nullable(v.string()),
});
export type AnalysisContent = v.InferOutput<typeof AnalysisContent>;

/** Analysis of a round before any diagnosis. */
export const newAnalysis = ({ planId, expiresAt }: ReplayPlan, { round }: ReplayRound): AnalysisRow => ({
  planId,
  round,
  expiresAt,
  version: 0,
  heartbeatAt: 0,
  state: 'RUNNING',
  reason: null,
  setBy: 'service',
  executor: null,
  claimedBy: null,
  unannounced: false,
});
