import { gzipSync } from 'node:zlib';
import { JsonLogsSerializer, ProtobufLogsSerializer } from '@opentelemetry/otlp-transformer';
import { resourceFromAttributes } from '@opentelemetry/resources';
import type { ReadableLogRecord } from '@opentelemetry/sdk-logs';
import { describe, expect, test } from 'vitest';
import {
  encodingOf,
  type LogsEncoding,
  MAX_DECOMPRESSED_BYTES,
  MAX_PARTS,
  parseLogsRequest,
} from '../../../functions/logs/domain/parse-logs-request.ts';
import { rowsOfExport } from '../../../functions/logs/domain/rows-of-export.ts';

const NOW = 1_700_000_500_000;
const TRACE = '0af7651916cd43dd8448eb211c80319c';
const SPAN = 'b7ad6b7169203331';

const record = (changes: Partial<ReadableLogRecord>): ReadableLogRecord => ({
  hrTime: [1_700_000_000, 123_999_999],
  hrTimeObserved: [1_700_000_001, 0],
  spanContext: { traceId: TRACE, spanId: SPAN, traceFlags: 1 },
  severityNumber: 13,
  severityText: 'WARN',
  body: 'stock is low',
  resource: resourceFromAttributes({ 'service.name': 'shop' }),
  instrumentationScope: { name: 'test' },
  attributes: {},
  droppedAttributesCount: 0,
  ...changes,
});

const SERIALIZERS = { json: JsonLogsSerializer, protobuf: ProtobufLogsSerializer } as const;

/** The rows of an export by an OpenTelemetry SDK. */
function rowsOf(encoding: LogsEncoding, ...records: ReadableLogRecord[]) {
  const bytes = SERIALIZERS[encoding].serializeRequest(records) ?? new Uint8Array();
  const parsed = parseLogsRequest(encoding, null, bytes);
  if (!parsed.ok) throw new Error(parsed.message);
  return rowsOfExport(parsed.value, NOW);
}

describe.for(['json', 'protobuf'] as const)('rows of an export in %s (interface 2.8)', (encoding) => {
  test('have time, severity, body, service and ids', () => {
    const attributes = {
      'log.source': 'agent',
      'replay.id': 'f'.repeat(24),
      'replay.plan_id': 'p1',
      'replay.plan_item_id': 'p1:7',
    };
    expect(rowsOf(encoding, record({ attributes }))).toEqual({
      withoutTrace: 0,
      rows: [
        {
          timestamp: 1_700_000_000_123,
          severity: 'WARN',
          body: 'stock is low',
          service_name: 'shop',
          source: 'agent',
          trace_id: TRACE,
          span_id: SPAN,
          replay_id: 'f'.repeat(24),
          plan_id: 'p1',
          plan_item_id: 'p1:7',
        },
      ],
    });
  });

  test('have defaults: the observed time or now, an unknown service, source app, and no optional ids', () => {
    const bare = { resource: resourceFromAttributes({}), attributes: { 'log.source': 'elsewhere' } };
    const { rows } = rowsOf(
      encoding,
      record({ ...bare, hrTime: [0, 0] }),
      record({ ...bare, hrTime: [0, 0], hrTimeObserved: [0, 0] }),
    );
    expect(rows.map(({ timestamp }) => timestamp)).toEqual([1_700_000_001_000, NOW]);
    expect(rows[0]).toMatchObject({ service_name: 'unknown_service', source: 'app' });
    expect(Object.keys(rows[0] ?? {})).not.toContain('replay_id');
  });

  test.for<[NonNullable<ReadableLogRecord['body']>, string]>([
    ['价格 "quoted"\n', '价格 "quoted"\n'],
    ['', ''],
    [42, '42'],
    [1.5, '1.5'],
    [true, 'true'],
    [['a', 1, null], '["a",1,null]'],
    [{ user: { id: 7 }, tags: ['x'] }, '{"user":{"id":7},"tags":["x"]}'],
    ['x'.repeat(300_000), 'x'.repeat(300_000)],
  ])('have a body of %j, never cut', ([body, text]) => {
    expect(rowsOf(encoding, record({ body })).rows[0]?.body).toBe(text);
  });

  test('are counted if they have no trace id', () => {
    const { spanContext: _, ...rest } = record({});
    const zero = record({ spanContext: { traceId: '0'.repeat(32), spanId: SPAN, traceFlags: 0 } });
    expect(rowsOf(encoding, rest, zero, record({}))).toMatchObject({ withoutTrace: 2, rows: [{ trace_id: TRACE }] });
  });
});

describe("OTLP's JSON", () => {
  const read = (body: unknown) => parseLogsRequest('json', null, Buffer.from(JSON.stringify(body)));
  const one = (logRecord: object) => ({ resourceLogs: [{ scopeLogs: [{ logRecords: [logRecord] }] }] });
  const rowOf = (logRecord: object) => {
    const logs = read(one({ traceId: TRACE, ...logRecord }));
    return logs.ok ? rowsOfExport(logs.value, NOW).rows[0] : undefined;
  };

  test('has 64-bit numbers as text or number, hex in either case, unknown members, and nulls', () => {
    expect(rowOf({ timeUnixNano: '1700000000123999999' })?.timestamp).toBe(1_700_000_000_123);
    expect(rowOf({ timeUnixNano: 1_700_000_000_000_000_000 })?.timestamp).toBe(1_700_000_000_000);
    expect(rowOf({ traceId: TRACE.toUpperCase(), later: [] })?.trace_id).toBe(TRACE);
    expect(rowOf({ body: null, attributes: null, severityText: null })?.body).toBe('');
    expect(rowOf({ body: { intValue: '9007199254740993' } })?.body).toBe('9007199254740993');
    expect(
      rowOf({ body: { kvlistValue: { values: [{ key: '__proto__', value: { stringValue: 'x' } }] } } })?.body,
    ).toBe('{"__proto__":"x"}');
    expect(read({})).toEqual({ ok: true, value: [] });
    expect(read({ resourceLogs: [{}] })).toEqual({ ok: true, value: [{ resource: [], records: [] }] });
  });

  test.for([
    ['an array', []],
    ['a text', 'x'],
    ['records that are a number', { resourceLogs: 7 }],
    ['a negative time', one({ timeUnixNano: '-1' })],
    ['a time of more than 64 bits', one({ timeUnixNano: 1e300 })],
    ['a time in words', one({ timeUnixNano: 'now' })],
    ['a trace id that is not text', one({ traceId: 7 })],
    ['a body that is not a value', one({ body: 'text' })],
  ] as const)('is unreadable as %s', ([, body]) => {
    expect(read(body)).toMatchObject({ ok: false, code: 'UNREADABLE' });
  });

  test('is unreadable when it is not JSON, not UTF-8, or deeper than 32 levels', () => {
    const bytes = (text: string) => parseLogsRequest('json', null, Buffer.from(text));
    expect(bytes('')).toMatchObject({ code: 'UNREADABLE' });
    expect(bytes('{')).toMatchObject({ code: 'UNREADABLE' });
    expect(parseLogsRequest('json', null, Buffer.from([0x7b, 0xff, 0x7d]))).toMatchObject({ code: 'UNREADABLE' });
    expect(bytes('['.repeat(100_000))).toMatchObject({ code: 'UNREADABLE' });
  });
});

describe('protobuf', () => {
  test('reads no bytes as an empty export', () => {
    expect(parseLogsRequest('protobuf', null, new Uint8Array())).toEqual({ ok: true, value: [] });
  });

  test('is unreadable when it is cut off, invalid, or nested without end', () => {
    const whole = ProtobufLogsSerializer.serializeRequest([record({})]) ?? new Uint8Array();
    expect(parseLogsRequest('protobuf', null, whole.subarray(0, -1))).toMatchObject({ code: 'UNREADABLE' });
    expect(parseLogsRequest('protobuf', null, Buffer.from('{"resourceLogs":[]}'))).toMatchObject({
      code: 'UNREADABLE',
    });
    let nested = Buffer.from([]);
    // AnyValue.array_value (field 5) of ArrayValue.values (field 1), thousands deep.
    for (let depth = 0; depth < 4000; depth++) nested = delimited(depth % 2 === 0 ? 1 : 5, nested);
    const hostile = [5, 2, 2, 1].reduce((inner, field) => delimited(field, inner), nested);
    expect(parseLogsRequest('protobuf', null, hostile)).toMatchObject({ code: 'UNREADABLE' });
  });
});

describe('encodings', () => {
  test.for<[string | null, LogsEncoding | null]>([
    ['application/json', 'json'],
    ['Application/JSON; charset=utf-8', 'json'],
    ['application/x-protobuf', 'protobuf'],
    ['application/protobuf', null],
    ['text/plain', null],
    ['', null],
    [null, null],
  ])('read content-type %j as %j', ([type, encoding]) => {
    expect(encodingOf(type)).toBe(encoding);
  });

  test.for<[string | null, string]>([
    ['gzip', 'ok'],
    ['GZIP', 'ok'],
    ['identity', 'UNREADABLE'],
    [null, 'UNREADABLE'],
    ['deflate', 'UNSUPPORTED'],
    ['gzip, gzip', 'UNSUPPORTED'],
  ])('read content-encoding %j of a gzip as %s', ([encoding, outcome]) => {
    const parsed = parseLogsRequest('json', encoding, gzipSync('{"resourceLogs":[]}'));
    expect(parsed.ok ? 'ok' : parsed.code).toBe(outcome);
  });

  test('refuse a bomb as too large, and decompress only gzip', () => {
    const bomb = gzipSync(Buffer.alloc(MAX_DECOMPRESSED_BYTES + 1, 0x20));
    expect(parseLogsRequest('json', 'gzip', bomb)).toMatchObject({ code: 'TOO_LARGE' });
    expect(parseLogsRequest('json', 'gzip', Buffer.from('{}'))).toMatchObject({ code: 'UNREADABLE' });
  });
});

describe('an export of very many small parts', () => {
  /** Resources, scopes and this many empty records. */
  const exports: Record<LogsEncoding, (records: number) => Uint8Array> = {
    json: (records) =>
      Buffer.from(`{"resourceLogs":[{"scopeLogs":[{"logRecords":[${Array.from({ length: records }, () => '{}')}]}]}]}`),
    protobuf: (records) => delimited(1, delimited(2, Buffer.alloc(2 * records, Uint8Array.of((2 << 3) | 2, 0)))),
  };

  test.for<[LogsEncoding, number]>([
    ['json', 3],
    ['protobuf', 2],
  ])('is too large in %s', ([encoding, around]) => {
    const read = (records: number) => parseLogsRequest(encoding, null, exports[encoding](records));
    expect(read(MAX_PARTS - around)).toMatchObject({ ok: true });
    expect(read(MAX_PARTS - around + 1)).toMatchObject({ ok: false, code: 'TOO_LARGE' });
  });

  test.for<LogsEncoding>(['json', 'protobuf'])('does not count the texts of %s, whatever they contain', (encoding) => {
    const { rows } = rowsOf(encoding, record({ body: '{"'.repeat(MAX_PARTS) }));
    expect(rows).toHaveLength(1);
  });

  test('counts many attributes of one record as well', () => {
    const attributes = Buffer.alloc(2 * MAX_PARTS, Uint8Array.of((6 << 3) | 2, 0));
    const hostile = [2, 2, 1].reduce<Uint8Array>((inner, field) => delimited(field, inner), attributes);
    expect(parseLogsRequest('protobuf', null, hostile)).toMatchObject({ code: 'TOO_LARGE' });
  });
});

/** A length-delimited field. */
function delimited(field: number, bytes: Uint8Array): Buffer<ArrayBuffer> {
  const length: number[] = [];
  for (let rest = bytes.byteLength; ; rest >>>= 7) {
    length.push(rest > 0x7f ? (rest & 0x7f) | 0x80 : rest);
    if (rest <= 0x7f) break;
  }
  return Buffer.concat([Uint8Array.of((field << 3) | 2, ...length), bytes]);
}
