import * as v from 'valibot';
import { INVALID_RULE, RULE_TO_ADD_EXAMPLE, RuleToAdd } from '../../compare/api/compare-rules.doc.ts';
import { Kind } from '../../compare/domain/kinds.ts';
import { type EndpointDoc, json, named, refusal } from '../../platform/http/documents/endpoint-doc.ts';
import { EXAMPLE } from '../../platform/http/documents/path-parts.ts';
import { Count } from '../../platform/http/documents/shown-schemas.ts';
import { NOT_COMPLETED } from '../../replay/api/plans.doc.ts';
import { FindingsState } from '../domain/findings.ts';

const Summary = named(
  'FindingsSummary',
  v.object({
    state: FindingsState,
    needsActionInterfaces: Count,
    toReviewInterfaces: Count,
    interfacesUnchanged: Count,
    endpoints: v.pipe(
      v.object({ needsAction: Count, toReview: Count, unchanged: Count }),
      v.description('The same counts of endpoints as method and path.'),
    ),
    failedRequests: Count,
    excludedFieldCount: Count,
  }),
);
const Shift = v.object({
  kind: Kind,
  subject: v.string(),
  operationName: v.string(),
  affectedRequests: Count,
  methods: v.optional(v.array(v.string())),
});
const summary = (state: string, interfaces: number, failed: number, excluded: number) => ({
  state,
  needsActionInterfaces: interfaces,
  toReviewInterfaces: 0,
  interfacesUnchanged: 2 - interfaces,
  endpoints: { needsAction: interfaces, toReview: 0, unchanged: 2 - interfaces },
  failedRequests: failed,
  excludedFieldCount: excluded,
});

/** Interface 11. */
export const previewRuleDoc: EndpointDoc = {
  id: 'previewCompareRule',
  tag: 'Rules',
  summary: 'Preview what a rule changes in a finished run',
  description:
    'Nothing is saved. `requests` is the number of stored responses that were compared again. `cut` says that there were more than the maximum.',
  query: { planId: { schema: v.string(), description: 'Id of the run.', example: EXAMPLE.planId, required: true } },
  request: json(RuleToAdd, RULE_TO_ADD_EXAMPLE),
  responses: {
    200: json(
      v.object({
        before: Summary,
        after: Summary,
        removed: v.array(Shift),
        added: v.array(Shift),
        requests: Count,
        cut: v.boolean(),
      }),
      {
        before: summary('NEEDS_ACTION', 1, 12, 0),
        after: summary('CLEAN', 0, 0, 1),
        removed: [
          { kind: 'FIELD_VALUE', subject: 'requestedAt', operationName: EXAMPLE.operation, affectedRequests: 12 },
        ],
        added: [],
        requests: 12,
        cut: false,
      },
    ),
  },
  refusals: [
    INVALID_RULE,
    refusal(400, 'INVALID_QUERY', 'planId must be a run of this application'),
    refusal(404, 'NOT_FOUND', 'planId: there is no such run'),
    NOT_COMPLETED,
  ],
};
