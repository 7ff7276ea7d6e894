import * as v from 'valibot';
import { type EndpointDoc, json, named } from '../../platform/http/documents/endpoint-doc.ts';
import { EXAMPLE } from '../../platform/http/documents/path-parts.ts';
import { Time } from '../../platform/http/documents/shown-schemas.ts';
import { LogRow } from '../domain/log-row.ts';

const instant = v.pipe(v.string(), v.description('ISO-8601, UTC. Digits below the millisecond are ignored.'));
const SINCE = '2026-11-20T11:58:00.000Z';
const UNTIL = '2026-11-20T12:02:00.000Z';

/** Documentation of the log lookup endpoint (spec 2.8, 4.9). */
export const readLogsDoc: EndpointDoc = {
  id: 'readLogs',
  tag: 'Logs',
  summary: 'List the log rows of a trace',
  description: `Returns every row with since <= timestamp < until, in ascending order. Other parameters are refused. \`warnings\` reports rows of a newer schema, which are left out.

A failure has status 200 and a responseStatusType; its responseDesc is one of: \`trace_id is required\`, \`since is required\`, \`until is required\`, \`since must be before until\`, \`since and until must be ISO-8601 UTC timestamps\`, \`unsupported logs query parameter: <name>\`, \`log pipeline is disabled\`, \`log pipeline is unavailable\`.`,
  query: {
    trace_id: { schema: v.string(), description: 'Id of the trace.', example: EXAMPLE.traceId, required: true },
    since: { schema: instant, description: 'Start of the window, inclusive.', example: SINCE, required: true },
    until: { schema: instant, description: 'End of the window, exclusive.', example: UNTIL, required: true },
  },
  responses: {
    200: json(
      v.union([
        named(
          'LogRows',
          v.object({
            lookup: v.object({ type: v.literal('trace'), value: v.string(), since: v.string(), until: v.string() }),
            rows: v.array(named('LogRow', v.object({ ...LogRow.entries, timestamp: Time }))),
            warnings: v.array(v.string()),
          }),
        ),
        named(
          'LogsRefusal',
          v.object({ responseStatusType: v.object({ responseCode: v.literal(1), responseDesc: v.string() }) }),
        ),
      ]),
      {
        lookup: { type: 'trace', value: EXAMPLE.traceId, since: SINCE, until: UNTIL },
        rows: [
          {
            timestamp: EXAMPLE.time,
            severity: 'INFO',
            body: 'order read',
            service_name: 'shop',
            source: 'app',
            trace_id: EXAMPLE.traceId,
            span_id: '00f067aa0ba902b7',
          },
        ],
        warnings: [],
      },
    ),
  },
};

const LOGS = {
  resourceLogs: [
    {
      resource: { attributes: [{ key: 'service.name', value: { stringValue: 'shop' } }] },
      scopeLogs: [
        {
          logRecords: [
            {
              timeUnixNano: '1795176000000000000',
              severityNumber: 9,
              severityText: 'INFO',
              body: { stringValue: 'order read' },
              traceId: EXAMPLE.traceId,
              spanId: '00f067aa0ba902b7',
            },
          ],
        },
      ],
    },
  ],
};
const bytes = v.pipe(v.string(), v.description('ExportLogsServiceRequest.'));
const ofBytes = (description: string) => ({ schema: v.pipe(v.string(), v.description(description)), example: '' });

/** Documentation of the log intake endpoint (interface 2.8). */
export const ingestLogsDoc: EndpointDoc = {
  id: 'takeLogs',
  tag: 'Logs',
  summary: 'Receive logs by OTLP/HTTP',
  description:
    'Works with any OpenTelemetry SDK or Collector, also with gzip. The response has the encoding of the request. Records without a trace id are dropped and counted in partialSuccess. Errors are a google.rpc.Status.',
  headers: { 'content-encoding': { schema: v.string(), description: '`gzip`, or no encoding.' } },
  request: {
    ...json(v.looseObject({ resourceLogs: v.optional(v.array(v.unknown())) }), LOGS),
    'application/x-protobuf': { schema: bytes, example: '' },
  },
  responses: {
    200: {
      ...json(
        v.object({
          partialSuccess: v.optional(v.object({ rejectedLogRecords: v.string(), errorMessage: v.string() })),
        }),
        {},
      ),
      'application/x-protobuf': ofBytes('ExportLogsServiceResponse.'),
    },
  },
  errorSchema: named('RpcStatus', v.object({ code: v.pipe(v.number(), v.integer()), message: v.string() })),
  errorMedia: { 'application/x-protobuf': ofBytes('google.rpc.Status.') },
  refusals: [
    { status: 400, code: 'UNREADABLE', message: 'the body is not readable OTLP', responseCode: 1 },
    {
      status: 415,
      code: 'UNSUPPORTED',
      responseCode: 1,
      message: 'the content-type must be application/json or application/x-protobuf',
    },
    { status: 503, code: 'UNAVAILABLE', message: 'the logs could not be stored; send them again', responseCode: 1 },
  ],
};
