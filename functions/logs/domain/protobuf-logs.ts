import protobuf from 'protobufjs/light.js';
import {
  type Attribute,
  type AttributeValue,
  doubleValue,
  type ExportedLogs,
  integerValue,
  millisecondsOf,
} from './exported-logs.ts';
import schema from './opentelemetry-proto.json' with { type: 'json' };

/**
 * The official schema (opentelemetry-proto 1.45.0, Apache-2.0, see opentelemetry-proto.LICENSE) in the form that
 * protobufjs reads.
 */
const root = protobuf.Root.fromJSON(schema);
root.resolveAll();
const Request = root.lookupType('opentelemetry.proto.collector.logs.v1.ExportLogsServiceRequest');
const Response = root.lookupType('opentelemetry.proto.collector.logs.v1.ExportLogsServiceResponse');

/** google.rpc.Status, which OTLP returns for rejections. */
const Status = new protobuf.Type('Status')
  .add(new protobuf.Field('code', 1, 'int32'))
  .add(new protobuf.Field('message', 2, 'string'));

interface WireValue {
  /** The name of the member that is set. */
  value?: string;
  string_value: string;
  bool_value: boolean;
  int_value: { toString(): string };
  double_value: number;
  array_value: { values: WireValue[] };
  kvlist_value: { values: WireAttribute[] };
  bytes_value: Uint8Array;
}

interface WireAttribute {
  key: string;
  value: WireValue | null;
}

interface WireRequest {
  resource_logs: {
    resource: { attributes: WireAttribute[] } | null;
    scope_logs: {
      log_records: {
        time_unix_nano: { toString(): string };
        observed_time_unix_nano: { toString(): string };
        severity_number: number;
        severity_text: string;
        body: WireValue | null;
        attributes: WireAttribute[];
        trace_id: Uint8Array;
        span_id: Uint8Array;
      }[];
    }[];
  }[];
}

/** Parses an ExportLogsServiceRequest in protobuf; null if the bytes are invalid. */
export function parseProtobufLogs(bytes: Uint8Array): ExportedLogs | null {
  const request = decode(bytes);
  if (request === null) return null;
  return request.resource_logs.map(({ resource, scope_logs }) => ({
    resource: resource?.attributes.map(attributeOf) ?? [],
    records: scope_logs.flatMap(({ log_records }) =>
      log_records.map((record) => ({
        time: timeOf(record.time_unix_nano),
        observedTime: timeOf(record.observed_time_unix_nano),
        severityNumber: record.severity_number,
        severityText: record.severity_text,
        body: anyValueOf(record.body),
        attributes: record.attributes.map(attributeOf),
        traceId: hexOf(record.trace_id),
        spanId: hexOf(record.span_id),
      })),
    ),
  }));
}

/**
 * Counts the nested messages of an export before any of them is allocated; for invalid bytes, those up to the error.
 */
export function messagesIn(bytes: Uint8Array): number {
  const reader = protobuf.Reader.create(bytes);
  let count = 0;
  const walk = (type: protobuf.Type, end: number, depth: number): void => {
    while (reader.pos < end) {
      const tag = reader.uint32();
      const inner = type.fieldsById[tag >>> 3]?.resolvedType;
      if ((tag & 7) !== DELIMITED || !(inner instanceof protobuf.Type) || depth === protobuf.Reader.recursionLimit) {
        reader.skipType(tag & 7);
        continue;
      }
      count++;
      const length = reader.uint32();
      walk(inner, reader.pos + length, depth + 1);
    }
  };
  try {
    walk(Request, bytes.byteLength, 0);
  } catch {
    // The decoder reports the same error.
  }
  return count;
}

/** Wire type of messages, texts and bytes. */
const DELIMITED = 2;

/** Writes an ExportLogsServiceResponse; empty if every record was accepted. */
export const writeProtobufAnswer = (partial: { rejected: number; message: string } | null): Uint8Array =>
  Response.encode(
    Response.create(
      partial === null
        ? {}
        : { partial_success: { rejected_log_records: partial.rejected, error_message: partial.message } },
    ),
  ).finish();

/** Writes a google.rpc.Status. */
export const writeProtobufStatus = (status: { code: number; message: string }): Uint8Array =>
  Status.encode(Status.create(status)).finish();

function decode(bytes: Uint8Array): WireRequest | null {
  try {
    // The shape is the schema's.
    return Request.decode(bytes) as unknown as WireRequest;
  } catch {
    // Any error of the decoder is caused by the bytes, since it only reads them.
    return null;
  }
}

const attributeOf = ({ key, value }: WireAttribute): Attribute => ({ key, value: anyValueOf(value) });

function anyValueOf(any: WireValue | null): AttributeValue {
  switch (any?.value) {
    case 'string_value':
      return any.string_value;
    case 'bool_value':
      return any.bool_value;
    case 'int_value':
      return integerValue(any.int_value.toString());
    case 'double_value':
      return doubleValue(any.double_value);
    case 'array_value':
      return any.array_value.values.map(anyValueOf);
    case 'kvlist_value':
      return Object.fromEntries(any.kvlist_value.values.map(({ key, value }) => [key, anyValueOf(value)]));
    case 'bytes_value':
      return Buffer.from(any.bytes_value).toString('base64');
    default:
      return null;
  }
}

const timeOf = (nanoseconds: { toString(): string }): number => millisecondsOf(BigInt(nanoseconds.toString()));

const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
