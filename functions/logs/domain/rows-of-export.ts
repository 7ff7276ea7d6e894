import type { Attribute, AttributeValue, ExportedLogs, ExportedRecord } from './exported-logs.ts';
import { LOG_SOURCES, type LogRow } from './log-row.ts';
import { severityOf } from './severity.ts';

/** OpenTelemetry's default service name. */
const UNNAMED = 'unknown_service';

/** Maximum characters of a row's service name and ids; bodies have no limit. */
const MAX_LENGTH = 1024;

/** The optional ids of a row and the attributes that carry them (interface 2.8). */
const IDS = [
  ['replay_id', 'replay.id'],
  ['plan_id', 'replay.plan_id'],
  ['plan_item_id', 'replay.plan_item_id'],
] as const;

/**
 * Returns the rows of an export, and how many of its records have no trace id, which is the only key of the lookup
 * (spec 2.8).
 */
export function rowsOfExport(logs: ExportedLogs, now: number): { rows: LogRow[]; withoutTrace: number } {
  const rows: LogRow[] = [];
  let withoutTrace = 0;
  for (const { resource, records } of logs) {
    const service = textOf(resource, 'service.name') || UNNAMED;
    for (const record of records) {
      if (isTraceId(record.traceId)) rows.push(rowOf(record, service, now));
      else withoutTrace++;
    }
  }
  return { rows, withoutTrace };
}

/** W3C: 32 lower-case hex digits, not all zero. */
export const isTraceId = (text: string): boolean => /^(?!0{32})[0-9a-f]{32}$/.test(text);

/** W3C: 16 lower-case hex digits, not all zero. */
export const isSpanId = (text: string): boolean => /^(?!0{16})[0-9a-f]{16}$/.test(text);

function rowOf(record: ExportedRecord, service: string, now: number): LogRow {
  const { attributes, traceId, spanId } = record;
  const source = textOf(attributes, 'log.source');
  return {
    timestamp: record.time || record.observedTime || now,
    severity: severityOf(record.severityNumber, record.severityText),
    body: bodyText(record.body),
    service_name: service,
    source: LOG_SOURCES.find((known) => known === source) ?? 'app',
    trace_id: traceId,
    ...(isSpanId(spanId) && { span_id: spanId }),
    ...Object.fromEntries(
      IDS.flatMap(([member, key]) => {
        const id = textOf(attributes, key);
        return id === '' ? [] : [[member, id]];
      }),
    ),
  };
}

/** Non-text bodies are written as JSON. */
const bodyText = (body: AttributeValue): string =>
  (typeof body === 'string' ? body : body === null ? '' : JSON.stringify(body)).toWellFormed();

/** The text or number of an attribute; empty if it does not exist. */
function textOf(attributes: readonly Attribute[], key: string): string {
  const value = attributes.find((attribute) => attribute.key === key)?.value;
  const text = typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';
  return text.slice(0, MAX_LENGTH).toWellFormed();
}
