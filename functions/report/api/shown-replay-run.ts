import * as v from 'valibot';
import { Kind } from '../../compare/domain/kinds.ts';
import { named } from '../../platform/http/documents/endpoint-doc.ts';
import { Count, Share, Time } from '../../platform/http/documents/shown-schemas.ts';
import { ShownCounts } from '../../replay/api/parts/shown-counts.ts';
import { PlanStatus } from '../../replay/domain/plan.ts';
import { FindingsPending, RunningFindings, ShownAnalysis, ShownFindings } from './findings-doc.ts';

/** Maximum expected changes that a poll lists. */
export const MAX_COVERED = 200;

/** A change of this run that a person expects (interface 13). */
export const CoveredChange = v.object({
  id: v.string(),
  operation: v.string(),
  kind: Kind,
  subject: v.string(),
  requests: Count,
  createdBy: v.string(),
  since: Time,
  note: v.nullable(v.string()),
});
export type CoveredChange = v.InferOutput<typeof CoveredChange>;

/** What a poll answers (spec 2.3). */
export const ReplayRun = v.object({
  status: v.picklist([...PlanStatus.options, 'UNKNOWN']),
  progress: v.nullable(Share),
  ...ShownCounts.entries,
  reportUrl: v.nullable(v.string()),
  findings: v.nullable(v.union([ShownFindings, RunningFindings])),
  findingsPending: FindingsPending,
  expected: v.pipe(
    v.optional(Count),
    v.description('Requests with an expected change, or marked as expected. Absent for 0.'),
  ),
  expectedChanges: v.pipe(
    v.optional(v.array(named('CoveredChange', CoveredChange))),
    v.description(`The expectations that cover requests of this run, at most ${MAX_COVERED}. Absent if none does.`),
  ),
  analysis: v.nullable(ShownAnalysis),
  errorCode: v.nullable(v.string()),
  errorMessage: v.nullable(v.string()),
});
export type ReplayRun = v.InferOutput<typeof ReplayRun>;
