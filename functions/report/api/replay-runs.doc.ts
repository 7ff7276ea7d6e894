import * as v from 'valibot';
import { answers, docs, named } from '../../platform/http/documents/endpoint-doc.ts';
import { EXAMPLE } from '../../platform/http/documents/path-parts.ts';

import { COUNTS_EXAMPLE } from '../../replay/api/parts/shown-counts.ts';

import { ANALYSIS_EXAMPLE, FINDINGS_EXAMPLE } from './findings-doc.ts';
import { ReplayRun } from './shown-replay-run.ts';

/** What the OpenAPI document says of polls (spec 2.3, 7.2). */
export const pollDocs = docs('Trigger and poll', {
  pollReplayRun: {
    summary: 'Read the progress and findings of a run',
    description:
      'Wait while `status` is PENDING or RUNNING. Once it is COMPLETED, decide on `findings.state`: only CLEAN is a pass. Findings follow today’s rules and marks; `findingsPending` says that a change is still being computed. Verdict, pass rate and counts stay as they were when the run settled. Once the run is COMPLETED, `etag` names the whole answer: sent as `If-None-Match`, it gets 304 without a body while nothing has changed.',
    headers: {
      'If-None-Match': {
        schema: v.string(),
        description: 'The `etag` of an earlier response.',
      },
    },
    responses: {
      ...answers(named('ReplayRun', ReplayRun), {
        status: 'COMPLETED',
        progress: 1,
        ...COUNTS_EXAMPLE,
        reportUrl: `http://127.0.0.1:8090/report/${EXAMPLE.planId}`,
        findings: FINDINGS_EXAMPLE,
        analysis: ANALYSIS_EXAMPLE,
        errorCode: null,
        errorMessage: null,
      }),
      304: {},
    },
    codes: { NOT_FOUND: 'There is no such run; status is UNKNOWN.' },
  },
});
