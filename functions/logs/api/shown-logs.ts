import * as v from 'valibot';
import { named } from '../../platform/http/documents/endpoint-doc.ts';
import { EXAMPLE } from '../../platform/http/documents/path-parts.ts';
import { Time } from '../../platform/http/documents/shown-schemas.ts';
import { LogRow } from '../domain/log-row.ts';

/** The rows of a trace (spec 2.8). */
export const LogRows = named(
  'LogRows',
  v.object({
    lookup: v.object({ type: v.literal('trace'), value: v.string(), since: v.string(), until: v.string() }),
    rows: v.array(named('LogRow', v.object({ ...LogRow.entries, timestamp: Time }))),
    warnings: v.array(v.string()),
  }),
);
export type LogRows = v.InferOutput<typeof LogRows>;

/** The response to every failed lookup (interface 2.8). */
export const LogsRefusal = named(
  'LogsRefusal',
  v.object({ responseStatusType: v.object({ responseCode: v.literal(1), responseDesc: v.string() }) }),
);

/** Where the response to a lookup is that is too large to be streamed. */
export const LogRowsAddress = named(
  'LogRowsAddress',
  v.object({ url: v.pipe(v.string(), v.url(), v.description('Also in `location`.')), expiresAt: Time }),
);
export type LogRowsAddress = v.InferOutput<typeof LogRowsAddress>;

/** ExportLogsServiceResponse in JSON; 64-bit numbers are strings in it. */
export const ShownExport = v.object({
  partialSuccess: v.optional(v.object({ rejectedLogRecords: v.string(), errorMessage: v.string() })),
});
export type ShownExport = v.InferOutput<typeof ShownExport>;

/** google.rpc.Status. */
export const RpcStatus = named('RpcStatus', v.object({ code: v.pipe(v.number(), v.integer()), message: v.string() }));
export type RpcStatus = v.InferOutput<typeof RpcStatus>;

/** The window of the examples. */
export const SINCE = '2026-11-20T11:58:00.000Z';

/** Its end. */
export const UNTIL = '2026-11-20T12:02:00.000Z';

/** An ExportLogsServiceRequest. */
export const LOGS_EXAMPLE = {
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

/** The rows of a trace. */
export const LOG_ROWS_EXAMPLE = {
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
};

/** The address of a large response. */
export const LOG_ROWS_ADDRESS_EXAMPLE = {
  url: 'https://replay-blobs.s3.eu-west-1.amazonaws.com/uploads/lookups/default/0af7651916cd43dd/log-rows.json?X-Amz-Expires=900&X-Amz-Signature=5d41402abc',
  expiresAt: '2026-11-20T12:17:00.000Z',
};
