import * as v from 'valibot';
import { type EndpointDoc, json, named } from '../../platform/http/documents/endpoint-doc.ts';
import { EXAMPLE } from '../../platform/http/documents/path-parts.ts';
import { Count, Share } from '../../platform/http/documents/shown-schemas.ts';
import { PlanStatus } from '../../replay/domain/plan.ts';
import { ANALYSIS_EXAMPLE, FINDINGS_EXAMPLE, RunningFindings, ShownAnalysis, ShownFindings } from './findings-doc.ts';

const counts = {
  verdict: v.nullable(v.picklist(['PASS', 'FAIL'])),
  passRate: v.nullable(Share),
  totalCases: v.nullable(Count),
  successCases: v.nullable(Count),
  failedCases: v.nullable(Count),
};
const countsExample = { verdict: 'FAIL', passRate: 0.7, totalCases: 40, successCases: 28, failedCases: 12 };

/** Spec 2.3, 7.2. */
export const pollReplayRunDoc: EndpointDoc = {
  id: 'pollReplayRun',
  tag: 'Replay runs',
  summary: 'Progress and findings of a replay',
  description:
    'Wait while `status` is PENDING or RUNNING and decide on `findings.state` once it is COMPLETED: only CLEAN is a pass. Findings follow ignore rules and marks of today; verdict, pass rate and counts stay as they were when the replay settled.',
  responses: {
    200: json(
      named(
        'ReplayRun',
        v.object({
          status: v.picklist([...PlanStatus.options, 'UNKNOWN']),
          progress: v.nullable(Share),
          ...counts,
          reportUrl: v.nullable(v.string()),
          findings: v.nullable(v.union([ShownFindings, RunningFindings])),
          analysis: v.nullable(ShownAnalysis),
          errorCode: v.nullable(v.string()),
          errorMessage: v.nullable(v.string()),
        }),
      ),
      {
        ...{ status: 'COMPLETED', progress: 1 },
        ...countsExample,
        reportUrl: `http://127.0.0.1:8090/report/${EXAMPLE.planId}`,
        ...{ findings: FINDINGS_EXAMPLE, analysis: ANALYSIS_EXAMPLE },
        ...{ errorCode: null, errorMessage: null },
      },
    ),
  },
  codes: { NOT_FOUND: 'There is no such plan; status is UNKNOWN.' },
};

/** Spec 2.6, 7.2. */
export const readStoredResultDoc: EndpointDoc = {
  id: 'readStoredResult',
  tag: 'Replay runs',
  summary: 'Stored result of a replay',
  description: 'Of replays that the trigger started; `attributes` as they were given, readable from the start.',
  responses: {
    200: json(
      named(
        'StoredResult',
        v.object({
          planId: v.string(),
          ...counts,
          attributes: v.nullable(v.record(v.string(), v.unknown())),
          summary: v.nullable(v.string()),
          errorCode: v.nullable(v.string()),
          errorMessage: v.nullable(v.string()),
        }),
      ),
      {
        planId: EXAMPLE.planId,
        ...countsExample,
        attributes: { 'service.name': 'shop', 'vcs.ref.head.name': 'main' },
        ...{ summary: 'The total is rounded before the tax is added.', errorCode: null, errorMessage: null },
      },
    ),
  },
  codes: {
    NOT_FOUND: 'There is no such plan, or the trigger did not start it.',
    NO_CONCLUSION_YET: 'The replay has not finished.',
  },
};
