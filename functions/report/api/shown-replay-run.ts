import * as v from 'valibot';
import { Share } from '../../platform/http/documents/shown-schemas.ts';
import { ShownCounts } from '../../replay/api/parts/shown-counts.ts';
import { PlanStatus } from '../../replay/domain/plan.ts';
import { FindingsPending, RunningFindings, ShownAnalysis, ShownFindings } from './findings-doc.ts';

/** What a poll answers (spec 2.3). */
export const ReplayRun = v.object({
  status: v.picklist([...PlanStatus.options, 'UNKNOWN']),
  progress: v.nullable(Share),
  ...ShownCounts.entries,
  reportUrl: v.nullable(v.string()),
  findings: v.nullable(v.union([ShownFindings, RunningFindings])),
  findingsPending: FindingsPending,
  analysis: v.nullable(ShownAnalysis),
  errorCode: v.nullable(v.string()),
  errorMessage: v.nullable(v.string()),
});
export type ReplayRun = v.InferOutput<typeof ReplayRun>;
