import * as v from 'valibot';
import { Kind } from '../../compare/domain/kinds.ts';
import { VALUE_TYPES } from '../../noise/domain/value-type.ts';
import { Count } from '../../platform/values/shown-values.ts';

const ValueType = v.picklist(VALUE_TYPES);
const status = v.nullable(v.pipe(v.number(), v.integer()));

/** Names, kinds and types of one failed case, never values. */
const AnalysisSample = v.object({
  planItemId: v.string(),
  operation: v.string(),
  status: v.object({ recorded: status, replayed: status }),
  differences: v.array(v.object({ kind: v.string(), path: v.string(), recorded: ValueType, replayed: ValueType })),
});
export type AnalysisSample = v.InferOutput<typeof AnalysisSample>;

/** What an external executor gets of a round that waits for an analysis (interface 2.5). */
export const AnalysisJob = v.object({
  planId: v.string(),
  round: Count,
  clusters: v.array(
    v.object({
      operation: v.string(),
      requests: Count,
      differences: v.array(v.object({ kind: Kind, subject: v.string() })),
      planItemIds: v.array(v.string()),
    }),
  ),
  samples: v.array(AnalysisSample),
  callback: v.string(),
});
export type AnalysisJob = v.InferOutput<typeof AnalysisJob>;
