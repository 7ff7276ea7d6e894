import * as v from 'valibot';
import { INVALID_RULE } from '../../compare/api/parts/rule-refusals.ts';
import { RULE_TO_ADD_EXAMPLE, RuleToAdd } from '../../compare/api/parts/shown-rule.ts';
import { answers, docs, json, named, refusal } from '../../platform/http/documents/endpoint-doc.ts';
import { EXAMPLE } from '../../platform/http/documents/path-parts.ts';
import { NOT_COMPLETED } from '../../replay/api/parts/run-refusals.ts';
import type { FindingsState } from '../domain/findings.ts';
import { FindingsSummary, RecomparePreview } from '../domain/stored/rule-preview.ts';

const Summary = named('FindingsSummary', FindingsSummary);
const summary = (state: FindingsState, interfaces: number, failed: number, excluded: number): FindingsSummary => ({
  state,
  needsActionInterfaces: interfaces,
  toReviewInterfaces: 0,
  interfacesUnchanged: 2 - interfaces,
  endpoints: { needsAction: interfaces, toReview: 0, unchanged: 2 - interfaces },
  findings: { needsAction: interfaces, toReview: 0 },
  failedRequests: failed,
  excludedFieldCount: excluded,
  expectedRequests: 0,
});

/** The refusal of a run of another application. */
export const OTHER_APPLICATION = refusal(400, 'INVALID_QUERY', 'planId must be a run of this application');

/** The refusal of an unknown run. */
export const NO_SUCH_PLAN = refusal(404, 'NOT_FOUND', 'planId: there is no such run');

/** What the OpenAPI document says of previews of rules (interface 11). */
export const rulePreviewDocs = docs('Rules', {
  previewCompareRule: {
    summary: 'Preview what a rule changes in a finished run',
    description:
      'Nothing is saved. `requests` is the number of stored responses that were compared again. `cut` says that there were more than the maximum.',
    query: { planId: { schema: v.string(), description: 'Id of the run.', example: EXAMPLE.planId, required: true } },
    request: json(RuleToAdd, RULE_TO_ADD_EXAMPLE),
    responses: answers(v.object({ ...RecomparePreview.entries, before: Summary, after: Summary }), {
      before: summary('NEEDS_ACTION', 1, 12, 0),
      after: summary('CLEAN', 0, 0, 1),
      removed: [
        { kind: 'FIELD_VALUE', subject: 'requestedAt', operationName: EXAMPLE.operation, affectedRequests: 12 },
      ],
      added: [],
      covers: [],
      requests: 12,
      cut: false,
    }),
    refusals: [INVALID_RULE, OTHER_APPLICATION, NO_SUCH_PLAN, NOT_COMPLETED],
  },
});
