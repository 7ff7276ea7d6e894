import {
  bodyBytes,
  type Endpoint,
  ERRORS,
  type ErrorShape,
  type JsonResponse,
  RECORDER_BODY,
} from '../../platform/http/api.ts';
import { type BytesResponse, endpoint } from '../../platform/http/endpoint.ts';
import type { LogServices } from '../composition.ts';
import { encodingOf, type LogsEncoding, parseLogsRequest } from '../domain/parse-logs-request.ts';
import { writeProtobufAnswer, writeProtobufStatus } from '../domain/protobuf-logs.ts';
import { rowsOfExport } from '../domain/rows-of-export.ts';
import { logDocs } from './logs.doc.ts';
import type { RpcStatus, ShownExport } from './shown-logs.ts';

/** google.rpc.Code of a rejection and its HTTP status. */
const REFUSALS = {
  UNSUPPORTED: { status: 415, code: 3 },
  UNREADABLE: { status: 400, code: 3 },
  TOO_LARGE: { status: 413, code: 8 },
} as const;

/** google.rpc.Code of requests rejected before they reach the endpoint, by HTTP status. */
const CODES: Readonly<Record<number, number>> = { 401: 16, 403: 7, 404: 5, 405: 12, 413: 8, 500: 13 };

/** Every rejection of OTLP/HTTP is a google.rpc.Status. */
const statusErrors: ErrorShape<RpcStatus> = ({ status, message }) => ({ code: statusCode(status), message });

const statusCode = (status: number) => CODES[status] ?? 3;

/** The encoding of the request, as OTLP/HTTP requires; JSON if it is unknown. */
const encodingFor = (headers: Headers): LogsEncoding => encodingOf(headers.get('content-type')) ?? 'json';

/** Accepts the logs of any OpenTelemetry SDK or Collector: OTLP/HTTP, JSON or protobuf (interface 2.8). */
export const ingestLogs: Endpoint<Pick<LogServices, 'logRows' | 'config' | 'now' | 'log'>> = endpoint({
  method: 'POST',
  path: '/v1/logs',
  scope: 'record',
  body: RECORDER_BODY,
  grows: true,
  storedBytes: bodyBytes,
  errors: statusErrors,
  doc: logDocs.takeLogs,
  refusal: ({ status, message }, { headers }) => refused(encodingFor(headers), status, statusCode(status), message),

  async answer({ headers, bytes }, { logRows, config, now, log }) {
    const encoding = encodingOf(headers.get('content-type'));
    if (encoding === null)
      return refused('json', 415, 3, 'the content-type must be application/json or application/x-protobuf');
    const logs = parseLogsRequest(encoding, headers.get('content-encoding'), bytes);
    if (!logs.ok) {
      const { status, code } = REFUSALS[logs.code];
      return refused(encoding, status, code, logs.message);
    }
    const { rows, withoutTrace } = rowsOfExport(logs.value, now());
    if (!config.logPipeline) return taken(encoding, rows.length + withoutTrace, 'the log pipeline is disabled');
    await logRows.append(rows);
    log.debug('log rows stored', { accepted: rows.length, rejected: withoutTrace });
    return taken(encoding, withoutTrace, 'records without a trace id are not kept');
  },

  /** 503 makes an exporter retry, also on a full disk: exporters drop what is answered 507. */
  fault(_, headers, error) {
    const message = error === ERRORS.diskFull ? error.message : 'the logs could not be stored; send them again';
    const answer = refused(encodingFor(headers), 503, 14, message);
    return { ...answer, headers: { ...answer.headers, 'retry-after': '5' } };
  },
});

function taken(encoding: LogsEncoding, rejected: number, message: string): BytesResponse | JsonResponse<ShownExport> {
  const partial = rejected === 0 ? null : { rejected, message };
  if (encoding === 'protobuf') return protobuf(200, writeProtobufAnswer(partial));
  // 64-bit numbers are strings in OTLP's JSON.
  const partialSuccess = partial && { rejectedLogRecords: String(partial.rejected), errorMessage: partial.message };
  return { status: 200, body: partialSuccess ? { partialSuccess } : {} };
}

const refused = (
  encoding: LogsEncoding,
  status: number,
  code: number,
  message: string,
): BytesResponse | JsonResponse<RpcStatus> =>
  encoding === 'protobuf'
    ? protobuf(status, writeProtobufStatus({ code, message }))
    : { status, body: { code, message } };

const protobuf = (status: number, bytes: Uint8Array): BytesResponse => ({
  status,
  headers: { 'content-type': 'application/x-protobuf' },
  bytes,
});
