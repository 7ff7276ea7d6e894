import * as v from 'valibot';
import {
  type BodyDoc,
  badParameterDoc,
  type EndpointDoc,
  json,
  named,
  refusal,
} from '../../platform/http/documents/endpoint-doc.ts';
import { EXAMPLE } from '../../platform/http/documents/path-parts.ts';
import { Count, listExample, listOf, Outcome } from '../../platform/http/documents/shown-schemas.ts';
import { CaseInput } from '../domain/case-input.ts';
import { LEFT_OUT_REASONS, type LeftOutRule } from '../domain/filter/exchange-filter.ts';
import { MAX_SAMPLES } from '../domain/filter/left-out.ts';
import { IMPORT_FORMATS } from '../domain/importers/import-cases.ts';
import { MAX_EXCHANGES } from '../domain/importers/import-limits.ts';
import { RecordedCall, RecordedRequest, RecordedResponse } from '../domain/recorded-case.ts';
import { IMPORT_QUERY } from './import-query.ts';
import { CASE_EXAMPLE, CaseView } from './list-cases.doc.ts';

const Intake = named(
  'IntakeAnswer',
  v.object({
    accepted: Count,
    duplicates: Count,
    rejected: v.array(v.object({ index: Count, reason: v.string() })),
  }),
);

const LEFT_OUT_RULES = Object.keys(LEFT_OUT_REASONS) as LeftOutRule[]; // the keys of the record

const ImportedRule = v.object({
  kind: v.literal('ignore'),
  operation: v.nullable(v.string()),
  target: v.picklist(['response', 'response-headers']),
  path: v.string(),
  comment: v.string(),
});

const ImportAnswer = named(
  'ImportAnswer',
  v.object({
    ...Intake.entries,
    leftOut: v.pipe(
      v.array(
        v.object({
          rule: v.picklist(LEFT_OUT_RULES),
          reason: v.string(),
          count: Count,
          samples: v.pipe(v.array(v.string()), v.description(`At most ${MAX_SAMPLES}, with ids as \`{id}\`.`)),
        }),
      ),
      v.description('Exchanges that the filter did not take, by the reason.'),
    ),
    hosts: v.pipe(
      v.array(v.object({ host: v.string(), exchanges: Count, eligible: Count, selected: v.boolean() })),
      v.description(
        'The hosts that the file names, at most 100, the one with the most eligible exchanges first. Eligible: taken if the host is selected, before the sample.',
      ),
    ),
    preview: v.pipe(
      v.optional(v.object({ count: Count, samples: v.array(v.string()) })),
      v.description('Of a preview: the exchanges that an import would take.'),
    ),
    rules: v.pipe(
      v.optional(
        v.object({
          stored: Count,
          storedRules: v.array(ImportedRule),
          offered: v.array(ImportedRule),
        }),
      ),
      v.description(
        'Of a file that says which fields are not to be compared (noise of Keploy): its ignore rules. They are stored where the caller has the scope `write`, and offered otherwise, and in a preview; `storedRules` and `offered` name them. Post offered ones to `/api/apps/{appId}/compare-rules`.',
      ),
    ),
  }),
);

const REQUEST = {
  method: 'GET',
  path: '/orders/1?full=1',
  headers: [['accept', 'application/json']],
  body: null,
  bodyEncoding: 'utf8',
};
const RESPONSE = {
  status: 200,
  headers: [['content-type', 'application/json']],
  body: '{"total":10}',
  bodyEncoding: 'utf8',
};
const CALL = {
  kind: 'http',
  target: 'inventory',
  operation: 'GET /stock/{sku}',
  request: { sku: 'a-1' },
  response: { left: 3 },
  error: null,
  durationMs: 3,
};
const CASE = {
  caseId: EXAMPLE.caseId,
  appId: EXAMPLE.appId,
  operation: EXAMPLE.operation,
  recordedAt: EXAMPLE.time,
  traceId: EXAMPLE.traceId,
  tags: { tier: 'gold' },
  durationMs: 12,
  request: REQUEST,
  response: RESPONSE,
  calls: [CALL],
};
const Case = named('CaseToRecord', CaseInput);
const cases: BodyDoc = {
  ...json(v.union([v.array(Case), Case]), [CASE]),
  'application/x-ndjson': {
    schema: v.pipe(v.string(), v.description('One case a line.')),
    example: `${JSON.stringify(CASE)}\n`,
  },
};

/** Documentation of the case intake endpoint (interface 10). */
export const recordCasesDoc: EndpointDoc = {
  id: 'recordCases',
  tag: 'Recordings',
  summary: 'Record cases',
  description:
    'NDJSON, a JSON array or one case. A bad case is rejected by its index and spoils no other; a caseId that is known is a duplicate. Without `operation` the path is taken, with numbers and ids as `{id}`. Without `session` it is inferred from the credentials that the request sends and the response issues.',
  request: cases,
  responses: { 200: json(Intake, { accepted: 1, duplicates: 0, rejected: [] }) },
  refusals: [refusal(400, 'INVALID_JSON', 'the body is not readable JSON')],
};

/** Documentation of the endpoint that imports recordings (interface 10). */
export const importRecordingsDoc: EndpointDoc = {
  id: 'importRecordings',
  tag: 'Recordings',
  summary: 'Import recordings of other tools',
  description: `The filter takes the application's own requests and leaves out static files, analytics, preflights and streams by rule; \`leftOut\` counts what is not taken. \`preview=true\` stores nothing. Importing a file twice gives duplicates. A file that cannot be read leaves nothing behind. A file holds at most ${MAX_EXCHANGES.toLocaleString('en-US')} exchanges; one that is larger than a request may be goes in several, each a file of the same format, as \`replay import\` sends them.`,
  query: IMPORT_QUERY,
  request: {
    'application/octet-stream': {
      schema: v.pipe(v.string(), v.description('The file.')),
      example: '{"log":{"version":"1.2","creator":{"name":"browser","version":"1"},"entries":[]}}',
    },
  },
  responses: {
    200: json(ImportAnswer, {
      accepted: 0,
      duplicates: 0,
      rejected: [],
      leftOut: [],
      hosts: [],
    }),
  },
  refusals: [
    ...Object.keys(IMPORT_QUERY)
      .filter((name) => name !== 'format')
      .map(badParameterDoc),
    refusal(422, 'UNKNOWN_FORMAT', `format must be one of ${IMPORT_FORMATS.join(', ')}`),
    refusal(422, 'UNREADABLE_IMPORT', 'the file cannot be read'),
  ],
};

/** Documentation of the endpoint that lists applications (interface 10). */
export const listApplicationsDoc: EndpointDoc = {
  id: 'listApplications',
  tag: 'Recordings',
  summary: 'Applications with recordings',
  description:
    'With the stored bytes of their cases, compressed. What other processes have stored in the last minute may be missing, and cases that were stored before bytes were counted are.',
  responses: {
    200: json(
      listOf(v.object({ appId: v.string(), rollingBytes: Count, pinnedBytes: Count })),
      listExample({ appId: EXAMPLE.appId, rollingBytes: 1_250_000, pinnedBytes: 8_000 }),
    ),
  },
};

/** Documentation of the endpoint that lists endpoints (interface 10). */
export const listOperationsDoc: EndpointDoc = {
  id: 'listOperations',
  tag: 'Recordings',
  summary: 'Endpoints of an application',
  responses: { 200: json(listOf(v.object({ operation: v.string() })), listExample({ operation: EXAMPLE.operation })) },
};

const truncated = v.optional(v.literal(true));
const NO_CASE = refusal(404, 'NOT_FOUND', 'there is no such case');

/** Documentation of the endpoint that reads one case (interface 10). */
export const readOneCaseDoc: EndpointDoc = {
  id: 'readCase',
  tag: 'Recordings',
  summary: 'One case with everything that was recorded',
  description:
    'Of a body of more than 900,000 characters the beginning, with `truncated: true`. Credentials are `***` for callers without the scope write.',
  responses: {
    200: json(
      named(
        'CaseWithPayload',
        v.object({
          ...CaseView.entries,
          request: v.object({ ...RecordedRequest.entries, truncated }),
          response: v.nullable(v.object({ ...RecordedResponse.entries, truncated })),
          calls: v.array(v.object({ ...RecordedCall.entries, request: v.unknown(), response: v.unknown() })),
        }),
      ),
      { ...CASE_EXAMPLE, request: REQUEST, response: RESPONSE, calls: [CALL] },
    ),
  },
  refusals: [NO_CASE, refusal(410, 'CASE_UNREADABLE', 'what is stored of the case is damaged')],
};

const changing = (id: string, summary: string): EndpointDoc => ({
  id,
  tag: 'Recordings',
  summary,
  responses: { 200: json(Outcome, { errorCode: null, errorMessage: null }) },
  refusals: [NO_CASE],
});

/** Documentation of the endpoint that deletes a case (interface 10). */
export const removeCaseDoc = changing('removeCase', 'Delete a case, pinned or not');

/** Documentation of the endpoint that pins a case (interface 10). */
export const pinCaseDoc = changing('pinCase', 'Keep a case beyond its retention');

/** Documentation of the endpoint that unpins a case (interface 10). */
export const unpinCaseDoc = changing('unpinCase', 'Let a pinned case expire again');
