/** A value of OpenTelemetry as JSON: bytes in base64, integers beyond 2^53 as text. */
export type AttributeValue = null | boolean | number | string | AttributeValue[] | { [name: string]: AttributeValue };

/** An attribute of a resource or of a record. */
export interface Attribute {
  key: string;
  value: AttributeValue;
}

/** A record of an export, in any encoding. */
export interface ExportedRecord {
  /** Epoch ms; 0 if unknown. */
  time: number;
  /** When a collector observed it, epoch ms; 0 if unknown. */
  observedTime: number;
  /** 0 if unknown. */
  severityNumber: number;
  severityText: string;
  body: AttributeValue;
  attributes: readonly Attribute[];
  /** Lower-case hex; as sent, valid or not. */
  traceId: string;
  spanId: string;
}

/** The records of an OTLP export request, by their resource. */
export type ExportedLogs = readonly { resource: readonly Attribute[]; records: readonly ExportedRecord[] }[];

/** Whole milliseconds of a time in nanoseconds. */
export const millisecondsOf = (nanoseconds: bigint): number => Number(nanoseconds / 1_000_000n);

/** An integer as JSON can represent it without losing digits. */
export function integerValue(text: string): number | string {
  const number = Number(text);
  return Number.isSafeInteger(number) ? number : text;
}

/** JSON has no numbers for NaN and the infinities. */
export const doubleValue = (number: number): number | string => (Number.isFinite(number) ? number : String(number));
