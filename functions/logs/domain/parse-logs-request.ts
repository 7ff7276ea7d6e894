import { gunzipSync } from 'node:zlib';
import { accept, type Result, refuse } from '../../platform/result.ts';
import { MAX_JSON_DEPTH, objectsIn } from '../../platform/values/json-text.ts';
import type { ExportedLogs } from './exported-logs.ts';
import { parseJsonLogs } from './parse-json-logs.ts';
import { messagesIn, parseProtobufLogs } from './protobuf-logs.ts';

/** The encodings of OTLP/HTTP. */
export type LogsEncoding = 'json' | 'protobuf';

const ENCODINGS: Readonly<Record<string, LogsEncoding>> = {
  'application/json': 'json',
  'application/x-protobuf': 'protobuf',
};

const READERS = { json: parseJsonLogs, protobuf: parseProtobufLogs } as const;
/** Null if the bytes nest too deep. */
const COUNTERS: Readonly<Record<LogsEncoding, (bytes: Uint8Array) => number | null>> = {
  json: (bytes) => objectsIn(bytes, MAX_JSON_DEPTH),
  protobuf: messagesIn,
};

/**
 * Maximum bytes of a decompressed body: enough for a Collector's batch, and a limit for decompression bombs.
 * @internal
 */
export const MAX_DECOMPRESSED_BYTES = 16 * 1024 * 1024;

/**
 * Maximum records, attributes and values together: an empty one takes two bytes, and hundreds once parsed.
 * @internal
 */
export const MAX_PARTS = 500_000;

/** The encoding of a content-type; null if OTLP does not define it. */
export function encodingOf(contentType: string | null): LogsEncoding | null {
  const [type = ''] = (contentType ?? '').split(';');
  return ENCODINGS[type.trim().toLowerCase()] ?? null;
}

/** Parses the body of an export, plain or gzip (interface 2.8). */
export function parseLogsRequest(
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
  if (parts !== null && parts > MAX_PARTS) return refuse('TOO_LARGE', 'the export has too many parts');
  const logs = plain === null || parts === null ? null : READERS[encoding](plain);
  return logs === null ? refuse('UNREADABLE', 'the body is not a readable OTLP export of logs') : accept(logs);
}

/** Null if the bytes are not gzip. */
function decompressed(bytes: Uint8Array): Uint8Array | 'too large' | null {
  try {
    return gunzipSync(bytes, { maxOutputLength: MAX_DECOMPRESSED_BYTES });
  } catch (fault) {
    return fault instanceof RangeError ? 'too large' : null;
  }
}
