import * as v from 'valibot';
import { jsonOf } from '../../platform/values/json-text.ts';
import { type AttributeValue, doubleValue, type ExportedLogs, integerValue, millisecondsOf } from './exported-logs.ts';

/** proto3 JSON omits empty lists, or writes null. */
const listOf = <S extends v.GenericSchema>(item: S) => v.nullish(v.array(item), []);
const Text = v.nullish(v.string(), '');

/**
 * 64-bit numbers are strings; numbers are accepted too. Values beyond 64 bits are rejected, since they are not valid
 * times.
 */
const Nanoseconds = v.nullish(
  v.pipe(
    v.union([
      v.pipe(v.string(), v.regex(/^\d{1,20}$/)),
      v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(2 ** 64)),
    ]),
    v.transform((value) => millisecondsOf(BigInt(value))),
  ),
  0,
);

const IntegerText = v.union([
  v.pipe(v.string(), v.regex(/^-?\d{1,19}$/)),
  v.pipe(v.number(), v.integer(), v.transform(String)),
]);

const AnyValue: v.GenericSchema<unknown, AttributeValue> = v.pipe(
  v.object({
    stringValue: v.nullish(v.string()),
    boolValue: v.nullish(v.boolean()),
    intValue: v.nullish(v.pipe(IntegerText, v.transform(integerValue))),
    doubleValue: v.nullish(v.pipe(v.union([v.number(), v.string()]), v.transform(Number), v.transform(doubleValue))),
    arrayValue: v.nullish(v.object({ values: listOf(v.lazy(() => AnyValue)) })),
    kvlistValue: v.nullish(v.object({ values: listOf(v.lazy(() => KeyValue)) })),
    bytesValue: v.nullish(v.string()),
  }),
  v.transform(
    (any) =>
      any.stringValue ??
      any.boolValue ??
      any.intValue ??
      any.doubleValue ??
      any.arrayValue?.values ??
      (any.kvlistValue ? Object.fromEntries(any.kvlistValue.values.map(({ key, value }) => [key, value])) : null) ??
      any.bytesValue ??
      null,
  ),
);

const KeyValue = v.object({ key: Text, value: v.nullish(AnyValue, null) });

const Export = v.object({
  resourceLogs: listOf(
    v.object({
      resource: v.nullish(v.object({ attributes: listOf(KeyValue) })),
      scopeLogs: listOf(
        v.object({
          logRecords: listOf(
            v.pipe(
              v.object({
                timeUnixNano: Nanoseconds,
                observedTimeUnixNano: Nanoseconds,
                severityNumber: v.nullish(v.pipe(v.number(), v.integer()), 0),
                severityText: Text,
                body: v.nullish(AnyValue, null),
                attributes: listOf(KeyValue),
                traceId: Text,
                spanId: Text,
              }),
              v.transform(({ timeUnixNano, observedTimeUnixNano, traceId, spanId, ...record }) => ({
                ...record,
                time: timeUnixNano,
                observedTime: observedTimeUnixNano,
                traceId: traceId.toLowerCase(),
                spanId: spanId.toLowerCase(),
              })),
            ),
          ),
        }),
      ),
    }),
  ),
});

/**
 * Parses an ExportLogsServiceRequest in OTLP's JSON of limited depth, where trace ids are hex; null if the bytes are
 * invalid.
 */
export function parseJsonLogs(bytes: Uint8Array): ExportedLogs | null {
  const value = jsonOf(bytes);
  const parsed = v.safeParse(Export, value, { abortEarly: true });
  // valibot accepts an array as an object.
  if (!parsed.success || Array.isArray(value)) return null;
  return parsed.output.resourceLogs.map(({ resource, scopeLogs }) => ({
    resource: resource?.attributes ?? [],
    records: scopeLogs.flatMap(({ logRecords }) => logRecords),
  }));
}
