import * as v from 'valibot';
import {
  answers,
  type BodyDoc,
  badParameterDoc,
  docs,
  json,
  named,
  refusal,
} from '../../platform/http/documents/endpoint-doc.ts';
import { EXAMPLE } from '../../platform/http/documents/path-parts.ts';
import { Count, lists, Outcome } from '../../platform/http/documents/shown-schemas.ts';
import { CaseInput } from '../domain/case-input.ts';
import { IMPORT_FORMATS } from '../domain/importers/import-format.ts';
import { MAX_EXCHANGES } from '../domain/importers/import-limits.ts';
import { IntakeAnswer } from '../domain/intake-answer.ts';
import { ImportAnswer } from './import-answer.ts';
import { IMPORT_QUERY } from './import-query.ts';
import {
  CALL_EXAMPLE,
  CASE_EXAMPLE,
  CASE_TO_RECORD_EXAMPLE,
  CaseWithPayload,
  REQUEST_EXAMPLE,
  RESPONSE_EXAMPLE,
} from './shown-case.ts';

const Case = named('CaseToRecord', CaseInput);
const cases: BodyDoc = {
  ...json(v.union([v.array(Case), Case]), [CASE_TO_RECORD_EXAMPLE]),
  'application/x-ndjson': {
    schema: v.pipe(v.string(), v.description('One case per line.')),
    example: `${JSON.stringify(CASE_TO_RECORD_EXAMPLE)}\n`,
  },
};

/** The refusal of an unknown case. */
export const NO_CASE = refusal(404, 'NOT_FOUND', 'there is no such case');

const changing = (summary: string) => ({
  summary,
  responses: answers(Outcome, { errorCode: null, errorMessage: null }),
  refusals: [NO_CASE],
});

/** The refusal of a case of which only the head is readable. */
export const UNREADABLE_CASE = refusal(410, 'CASE_UNREADABLE', 'what is stored of the case is damaged');

/** What the OpenAPI document says of recordings (interface 10). */
export const recordingDocs = docs('Recordings', {
  recordCases: {
    summary: 'Record cases',
    description:
      'Takes NDJSON, a JSON array or one case. An invalid case is rejected by its index and does not affect the others. A known caseId is a duplicate. A caseId of a different application is rejected. The default of `operation` is the path with numbers and ids as `{id}`. Without `session`, the session is inferred from the credentials that the request sends and the response issues.',
    request: cases,
    responses: answers(named('IntakeAnswer', IntakeAnswer), { accepted: 1, duplicates: 0, rejected: [] }),
    refusals: [refusal(400, 'INVALID_JSON', 'the body is not readable JSON')],
  },
  importRecordings: {
    summary: 'Import recordings from other tools',
    description: `The filter imports the application's own requests and excludes static files, analytics, preflights and streams. \`leftOut\` counts excluded requests. \`preview=true\` stores nothing. Importing a file again gives duplicates. Nothing is stored of an unreadable file. A file has at most ${MAX_EXCHANGES.toLocaleString('en-US')} exchanges. Split larger files into parts of the same format, as \`replay import\` does.`,
    query: IMPORT_QUERY,
    request: {
      'application/octet-stream': {
        schema: v.pipe(v.string(), v.description('The file.')),
        example: '{"log":{"version":"1.2","creator":{"name":"browser","version":"1"},"entries":[]}}',
      },
    },
    responses: answers(ImportAnswer, { accepted: 0, duplicates: 0, rejected: [], leftOut: [], hosts: [] }),
    refusals: [
      ...Object.keys(IMPORT_QUERY)
        .filter((name) => name !== 'format')
        .map(badParameterDoc),
      refusal(422, 'UNKNOWN_FORMAT', `format must be one of ${IMPORT_FORMATS.join(', ')}`),
      refusal(422, 'UNREADABLE_IMPORT', 'the file cannot be read'),
    ],
  },
  listApplications: {
    summary: 'List applications with recordings',
    description:
      'Includes the stored bytes of their cases, compressed. The last minute of other processes may be missing. Cases of versions that did not count bytes are missing.',
    responses: lists(v.object({ appId: v.string(), rollingBytes: Count, pinnedBytes: Count }), {
      appId: EXAMPLE.appId,
      rollingBytes: 1_250_000,
      pinnedBytes: 8_000,
    }),
  },
  listOperations: {
    summary: 'List the endpoints of an application',
    description: '`methods`: those that the endpoint was recorded with; empty where only earlier versions recorded it.',
    responses: lists(v.object({ operation: v.string(), methods: v.array(v.string()) }), {
      operation: EXAMPLE.operation,
      methods: ['GET'],
    }),
  },
  readCase: {
    summary: 'Read a case with everything that was recorded',
    description:
      'Bodies of more than 900,000 characters are cut, with `truncated: true`. Credentials are `***` for callers without the scope write.',
    responses: answers(named('CaseWithPayload', CaseWithPayload), {
      ...CASE_EXAMPLE,
      request: REQUEST_EXAMPLE,
      response: RESPONSE_EXAMPLE,
      calls: [CALL_EXAMPLE],
    }),
    refusals: [NO_CASE, UNREADABLE_CASE],
  },
  removeCase: changing('Delete a case, pinned or not'),
  pinCase: changing('Keep a case beyond its retention'),
  unpinCase: changing('Let a pinned case expire again'),
});
