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
import { IMPORT_FORMATS } from '../domain/importers/import-format.ts';
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
      v.description('Excluded exchanges by reason.'),
    ),
    hosts: v.pipe(
      v.array(v.object({ host: v.string(), exchanges: Count, eligible: Count, selected: v.boolean() })),
      v.description(
        'The hosts in the file, at most 100, by eligible exchanges. Eligible exchanges are imported if the host is selected, before sampling.',
      ),
    ),
    lacksCredentials: v.pipe(
      v.optional(v.literal(true)),
      v.description(
        'A HAR with a login and without any credential: the browser left them out, so runs will be refused. Absent for a part of a file.',
      ),
    ),
    preview: v.pipe(
      v.optional(v.object({ count: Count, samples: v.array(v.string()) })),
      v.description('For a preview: the exchanges that an import would store.'),
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
        'The ignore rules of a file that excludes fields from comparison (noise of Keploy). They are stored if the caller has the scope `write`, as `storedRules`. Otherwise, and in a preview, they are in `offered`; post them to `/api/apps/{appId}/compare-rules`.',
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
    schema: v.pipe(v.string(), v.description('One case per line.')),
    example: `${JSON.stringify(CASE)}\n`,
  },
};

/** Documentation of the case intake endpoint (interface 10). */
export const recordCasesDoc: EndpointDoc = {
  id: 'recordCases',
  tag: 'Recordings',
  summary: 'Record cases',
  description:
    'Takes NDJSON, a JSON array or one case. An invalid case is rejected by its index and does not affect the others. A known caseId is a duplicate. A caseId of a different application is rejected. The default of `operation` is the path with numbers and ids as `{id}`. Without `session`, the session is inferred from the credentials that the request sends and the response issues.',
  request: cases,
  responses: { 200: json(Intake, { accepted: 1, duplicates: 0, rejected: [] }) },
  refusals: [refusal(400, 'INVALID_JSON', 'the body is not readable JSON')],
};

/** Documentation of the endpoint that imports recordings (interface 10). */
export const importRecordingsDoc: EndpointDoc = {
  id: 'importRecordings',
  tag: 'Recordings',
  summary: 'Import recordings from other tools',
  description: `The filter imports the application's own requests and excludes static files, analytics, preflights and streams. \`leftOut\` counts excluded requests. \`preview=true\` stores nothing. Importing a file again gives duplicates. Nothing is stored of an unreadable file. A file has at most ${MAX_EXCHANGES.toLocaleString('en-US')} exchanges. Split larger files into parts of the same format, as \`replay import\` does.`,
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
  summary: 'List applications with recordings',
  description:
    'Includes the stored bytes of their cases, compressed. The last minute of other processes may be missing. Cases of versions that did not count bytes are missing.',
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
  summary: 'List the endpoints of an application',
  description: '`methods`: those that the endpoint was recorded with; empty where only earlier versions recorded it.',
  responses: {
    200: json(
      listOf(v.object({ operation: v.string(), methods: v.array(v.string()) })),
      listExample({ operation: EXAMPLE.operation, methods: ['GET'] }),
    ),
  },
};

const truncated = v.optional(v.literal(true));
const NO_CASE = refusal(404, 'NOT_FOUND', 'there is no such case');

/** Documentation of the endpoint that reads one case (interface 10). */
export const readOneCaseDoc: EndpointDoc = {
  id: 'readCase',
  tag: 'Recordings',
  summary: 'Read a case with everything that was recorded',
  description:
    'Bodies of more than 900,000 characters are cut, with `truncated: true`. Credentials are `***` for callers without the scope write.',
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
