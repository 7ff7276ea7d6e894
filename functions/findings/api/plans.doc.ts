import * as v from 'valibot';
import { answers, docs, json, named, refusal } from '../../platform/http/documents/endpoint-doc.ts';
import { EXAMPLE } from '../../platform/http/documents/path-parts.ts';
import { BegunRound, startedExample } from '../../replay/api/parts/begun-round.ts';
import { NO_PLAN, NOT_COMPLETED } from '../../replay/api/parts/run-refusals.ts';
import { EndpointFinding } from '../domain/changes.ts';

/** The error of a run that has completed. */
export const NOT_RUNNING = refusal(409, 'NOT_RUNNING', 'the run has completed');

const Finding = named('EndpointFinding', EndpointFinding);
const FINDING: EndpointFinding = {
  group: 'needsAction',
  kind: 'FIELD_VALUE',
  subject: 'total',
  operationName: EXAMPLE.operation,
  affectedRequests: 12,
  totalRequests: 30,
  methods: ['GET'],
};

/** What the OpenAPI document says of what changes a run, and of its changes (interface 10). */
export const planDocs = docs('Runs', {
  stopReplay: {
    summary: 'Stop a run',
    description: 'Requests in progress finish, no more are sent, and the run ends INTERRUPTED.',
    responses: answers(BegunRound, startedExample(1)),
    refusals: [NO_PLAN, NOT_RUNNING],
  },
  recompareReplay: {
    summary: 'Compare the stored responses again',
    description: 'Compares under today’s rules, in the background. Nothing is sent, and the verdict stays.',
    responses: { 202: json(BegunRound, startedExample(1)) },
    refusals: [NO_PLAN, NOT_COMPLETED],
  },
  readChanges: {
    summary: 'Compare the findings with another run',
    description:
      'Returns which findings are new, gone and unchanged, by endpoint. `since` in the response is the planId of the base, or null without an earlier run.',
    query: {
      base: {
        schema: v.string(),
        description:
          'The run to compare with: the planId of a different run of the application, or `previous-clean`. That is the newest earlier CLEAN run, or else the previous run. Default: `previous-clean`.',
        example: 'previous-clean',
      },
      since: { schema: v.string(), description: 'The earlier name of `base`; not together with it.' },
    },
    responses: answers(
      v.object({
        planId: v.string(),
        since: v.nullable(v.string()),
        new: v.array(Finding),
        gone: v.array(Finding),
        unchanged: v.array(Finding),
      }),
      { planId: EXAMPLE.planId, since: null, new: [FINDING], gone: [], unchanged: [] },
    ),
    refusals: [NO_PLAN, refusal(400, 'INVALID_QUERY', 'base must be a run of the same application'), NOT_COMPLETED],
  },
});
