import * as v from 'valibot';
import { answers, docs, json } from '../../platform/http/documents/endpoint-doc.ts';
import { EXAMPLE } from '../../platform/http/documents/path-parts.ts';
import {
  LOG_ROWS_ADDRESS_EXAMPLE,
  LOG_ROWS_EXAMPLE,
  LOGS_EXAMPLE,
  LogRows,
  LogRowsAddress,
  LogsRefusal,
  RpcStatus,
  ShownExport,
  SINCE,
  UNTIL,
} from './shown-logs.ts';

const instant = v.pipe(v.string(), v.description('ISO-8601, UTC. Digits below the millisecond are ignored.'));
const bytes = v.pipe(v.string(), v.description('ExportLogsServiceRequest.'));
const ofBytes = (description: string) => ({ schema: v.pipe(v.string(), v.description(description)), example: '' });

/** What the OpenAPI document says of logs (spec 2.8, 4.9, interface 2.8). */
export const logDocs = docs('Logs', {
  readLogs: {
    summary: 'List the log rows of a trace',
    description: `Returns every row with since <= timestamp < until, in ascending order. Other parameters are refused. \`warnings\` reports rows of a newer schema, which are left out.

On AWS, a response of more than 199 MB has status 307. Its \`location\` is a signed address of S3 with the response of status 200, valid for 15 minutes. Send no credential there. A standalone service streams a response of any size.

A failure has status 200 and a responseStatusType; its responseDesc is one of: \`trace_id is required\`, \`since is required\`, \`until is required\`, \`since must be before until\`, \`since and until must be ISO-8601 UTC timestamps\`, \`unsupported logs query parameter: <name>\`, \`log pipeline is disabled\`, \`log pipeline is unavailable\`.`,
    query: {
      trace_id: { schema: v.string(), description: 'Id of the trace.', example: EXAMPLE.traceId, required: true },
      since: { schema: instant, description: 'Start of the window, inclusive.', example: SINCE, required: true },
      until: { schema: instant, description: 'End of the window, exclusive.', example: UNTIL, required: true },
    },
    responses: {
      ...answers(v.union([LogRows, LogsRefusal]), LOG_ROWS_EXAMPLE),
      307: json(LogRowsAddress, LOG_ROWS_ADDRESS_EXAMPLE),
    },
  },
  takeLogs: {
    summary: 'Receive logs by OTLP/HTTP',
    description:
      'Works with any OpenTelemetry SDK or Collector, also with gzip. The response has the encoding of the request. Records without a trace id are dropped and counted in partialSuccess. Errors are a google.rpc.Status.',
    headers: { 'content-encoding': { schema: v.string(), description: '`gzip`, or no encoding.' } },
    request: {
      ...json(v.looseObject({ resourceLogs: v.optional(v.array(v.unknown())) }), LOGS_EXAMPLE),
      'application/x-protobuf': { schema: bytes, example: '' },
    },
    responses: { 200: { ...json(ShownExport, {}), 'application/x-protobuf': ofBytes('ExportLogsServiceResponse.') } },
    errorSchema: RpcStatus,
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
  },
});
