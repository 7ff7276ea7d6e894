import { gunzipSync } from 'node:zlib';
import { MOST_LEVELS, objectsIn } from '../../platform/json-text.ts';
import { accept, type Result, refuse } from '../../platform/result.ts';
import type { ExportedLogs } from './exported-logs.ts';
import { messagesIn, readProtobufLogs } from './protobuf-logs.ts';
import { readJsonLogs } from './read-json-logs.ts';

/** The encodings of OTLP/HTTP. */
export type LogsEncoding = 'json' | 'protobuf';

const ENCODINGS: Readonly<Record<string, LogsEncoding>> = {
  'application/json': 'json',
  'application/x-protobuf': 'protobuf',
};

const READERS = { json: readJsonLogs, protobuf: readProtobufLogs } as const;
/** Null where the bytes nest too deep to be read. */
const COUNTERS: Readonly<Record<LogsEncoding, (bytes: Uint8Array) => number | null>> = {
  json: (bytes) => objectsIn(bytes, MOST_LEVELS),
  protobuf: messagesIn,
};

/** Most bytes of a decompressed body: what a Collector's batch comes to, and no bomb. */
export const MOST_DECOMPRESSED_BYTES = 16 * 1024 * 1024;

/** Most records, attributes and values together: empty ones take two bytes each, and hundreds once they are read. */
export const MOST_PARTS = 500_000;

/** The encoding that a content-type names; null for one that OTLP does not know. */
export function encodingOf(contentType: string | null): LogsEncoding | null {
  const [type = ''] = (contentType ?? '').split(';');
  return ENCODINGS[type.trim().toLowerCase()] ?? null;
}

/** Reads the body of an export, plain or gzip (interface 2.8). */
export function readLogsRequest(
  encoding: LogsEncoding,
  contentEncoding: string | null,
  body: Uint8Array,
): Result<ExportedLogs, 'UNSUPPORTED' | 'UNREADABLE' | 'TOO_LARGE'> {
  const compression = (contentEncoding ?? 'identity').trim().toLowerCase() || 'identity';
  if (compression !== 'identity' && compression !== 'gzip')
    return refuse('UNSUPPORTED', 'the content-encoding must be gzip or identity');
  const plain = compression === 'gzip' ? decompressed(body) : body;
  if (plain === 'too large') return refuse('TOO_LARGE', 'the decompressed body is too large');
  const parts = plain && COUNTERS[encoding](plain);
  if (parts !== null && parts > MOST_PARTS) return refuse('TOO_LARGE', 'the export has too many parts');
  const logs = plain === null || parts === null ? null : READERS[encoding](plain);
  return logs === null ? refuse('UNREADABLE', 'the body is no readable export of logs') : accept(logs);
}

/** Null where the bytes are no gzip. */
function decompressed(bytes: Uint8Array): Uint8Array | 'too large' | null {
  try {
    return gunzipSync(bytes, { maxOutputLength: MOST_DECOMPRESSED_BYTES });
  } catch (fault) {
    return fault instanceof RangeError ? 'too large' : null;
  }
}
