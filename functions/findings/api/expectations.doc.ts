import * as v from 'valibot';
import { ChangedValues } from '../../compare/domain/expected/changed-values.ts';
import { MAX_EXPECTED } from '../../compare/domain/expected/expected-change.ts';
import { Kind } from '../../compare/domain/kinds.ts';
import { answers, docs, json, named, refusal } from '../../platform/http/documents/endpoint-doc.ts';
import { EXAMPLE } from '../../platform/http/documents/path-parts.ts';
import { Count, lists, Time } from '../../platform/http/documents/shown-schemas.ts';
import { NOT_COMPLETED } from '../../replay/api/parts/run-refusals.ts';
import { RecomparePreview } from '../domain/stored/rule-preview.ts';
import { MAX_EXPECTED_AT_ONCE } from '../service/expectations.ts';
import { ExpectationInput } from './expectation-input.ts';
import { NO_SUCH_PLAN, OTHER_APPLICATION } from './rule-preview.doc.ts';

/** An expected change as responses show it. */
export const ShownExpectation = v.object({
  id: v.string(),
  operation: v.string(),
  methods: v.pipe(v.optional(v.array(v.string())), v.description('Absent: all methods.')),
  kind: Kind,
  subject: v.string(),
  change: v.picklist(['exact', 'any']),
  exactly: v.pipe(
    v.nullable(v.string()),
    v.description('The exact change in words. Null for `any`. Readers without the scope `write` see no values.'),
  ),
  values: v.pipe(
    v.nullable(ChangedValues),
    v.description(
      'The values of an exact change of one pair, or the parts of texts that it exchanges. Null otherwise, and for readers without the scope `write`.',
    ),
  ),
  since: v.pipe(Time, v.description('It holds for recordings made before.')),
  planId: v.string(),
  note: v.nullable(v.string()),
  createdBy: v.string(),
  createdAt: Time,
  covers: v.pipe(
    v.nullable(Count),
    v.description('Requests of the latest finished run with this change. Null if no run has finished.'),
  ),
  replayed: v.pipe(
    v.nullable(Count),
    v.description('Requests of the endpoint in that run. Null if no run has finished.'),
  ),
  ended: v.pipe(v.boolean(), v.description('No recording of the endpoint is older: production records the change.')),
  endedAt: v.pipe(
    v.nullable(Time),
    v.description(
      'When the last older recording expired, or when a request first found that it was deleted. Null while the expectation holds, and if it ended before the service noted ends.',
    ),
  ),
  older: v.pipe(
    v.object({ recordings: Count, isCut: v.boolean(), pinned: Count, endsAt: v.nullable(Time) }),
    v.description(
      'The recordings for which it holds: how many, whether there are more, how many are pinned, and when the last one expires. `endsAt` is null without an older recording, and where one is pinned.',
    ),
  ),
});
export type ShownExpectation = v.InferOutput<typeof ShownExpectation>;

const Shown = named('Expectation', ShownExpectation);

const EXAMPLE_INPUT: v.InferInput<typeof ExpectationInput> = {
  planId: EXAMPLE.planId,
  finding: { kind: 'FIELD_VALUE', subject: 'total', operations: [EXAMPLE.operation] },
  change: 'exact',
  note: 'new price rule',
};

const EXAMPLE_SHOWN: ShownExpectation = {
  id: EXAMPLE.ruleId,
  operation: EXAMPLE.operation,
  methods: ['GET'],
  kind: 'FIELD_VALUE',
  subject: 'total',
  change: 'exact',
  exactly: '10 → 12',
  values: { recorded: '10', replayed: '12', isPart: false },
  since: EXAMPLE.time,
  planId: EXAMPLE.planId,
  note: 'new price rule',
  createdBy: EXAMPLE.userName,
  createdAt: EXAMPLE.time,
  covers: 12,
  replayed: 40,
  ended: false,
  endedAt: null,
  older: { recordings: 40, isCut: false, pinned: 0, endsAt: EXAMPLE.time },
};

/** The refusal of input that is not valid. */
const INVALID_EXPECTATION = refusal(400, 'INVALID_EXPECTATION', 'planId is missing or invalid');
/** The refusal of an unknown expected change. */
export const NO_EXPECTATION = refusal(404, 'NOT_FOUND', 'there is no such expectation');
/** The refusal where an application has the maximum. */
export const TOO_MANY_EXPECTATIONS = refusal(
  409,
  'TOO_MANY_EXPECTATIONS',
  `an application has at most ${MAX_EXPECTED} expectations; remove those that have ended`,
);
const REFUSED = [
  INVALID_EXPECTATION,
  OTHER_APPLICATION,
  NO_SUCH_PLAN,
  NOT_COMPLETED,
  refusal(404, 'NO_SUCH_FINDING', 'finding: the run shows no such finding'),
  refusal(409, 'CANNOT_BE_EXPECTED', 'TIMEOUT says nothing of the build: mark it in this run only'),
  refusal(409, 'NO_COMMON_CHANGE', 'change: the values have no change in common; any accepts every value'),
  refusal(409, 'TOO_MANY_EXPECTED', `one call expects at most ${MAX_EXPECTED_AT_ONCE} changes of fields`),
];

const ABOUT =
  'An expectation belongs to an endpoint, a kind and a field, and holds for recordings made before `since`. Another field, kind or change stays a finding. It ends when no recording of the endpoint is older.';

/** What the OpenAPI document says of expected changes (interface 13). */
export const expectationDocs = docs('Rules', {
  listExpectations: {
    summary: 'List the expected changes of an application',
    description: `${ABOUT} The oldest come first.`,
    responses: lists(Shown, EXAMPLE_SHOWN),
  },
  readExpectation: {
    summary: 'Read an expected change',
    responses: answers(Shown, EXAMPLE_SHOWN),
    refusals: [NO_EXPECTATION],
  },
  addExpectations: {
    summary: 'Expect a change until production records it',
    description: `${ABOUT} Name a \`finding\` of a finished run or \`requests\` of it. Each endpoint and field becomes an expectation of its own. Finished runs change immediately, as they do for rules.`,
    request: json(ExpectationInput, EXAMPLE_INPUT),
    responses: { 201: json(v.object({ items: v.array(Shown) }), { items: [EXAMPLE_SHOWN] }) },
    refusals: [...REFUSED, TOO_MANY_EXPECTATIONS],
  },
  previewExpectations: {
    summary: 'Preview what an expected change covers',
    description: 'Nothing is saved. `covers` has the requests of the run that each expectation would cover.',
    request: json(ExpectationInput, EXAMPLE_INPUT),
    responses: answers(v.object({ items: v.array(Shown), ...RecomparePreview.entries }), {
      items: [EXAMPLE_SHOWN],
      before: {
        state: 'NEEDS_ACTION',
        needsActionInterfaces: 1,
        toReviewInterfaces: 0,
        interfacesUnchanged: 1,
        endpoints: { needsAction: 1, toReview: 0, unchanged: 1 },
        findings: { needsAction: 1, toReview: 0 },
        failedRequests: 12,
        excludedFieldCount: 0,
        expectedRequests: 0,
      },
      after: {
        state: 'CLEAN',
        needsActionInterfaces: 0,
        toReviewInterfaces: 0,
        interfacesUnchanged: 2,
        endpoints: { needsAction: 0, toReview: 0, unchanged: 2 },
        findings: { needsAction: 0, toReview: 0 },
        failedRequests: 0,
        excludedFieldCount: 0,
        expectedRequests: 12,
      },
      removed: [{ kind: 'FIELD_VALUE', subject: 'total', operationName: EXAMPLE.operation, affectedRequests: 12 }],
      added: [],
      covers: [{ id: EXAMPLE.ruleId, requests: 12 }],
      requests: 12,
      cut: false,
    }),
    refusals: REFUSED,
  },
  removeExpectation: {
    summary: 'Remove an expected change',
    description: 'What it covered shows again, in finished runs as well.',
    responses: answers(v.object({ id: v.string() }), { id: EXAMPLE.ruleId }),
    refusals: [NO_EXPECTATION],
  },
});
