import { isBase64, type WireValue, wireValue } from '../wire/wire-value.ts';
import { lengthBytes, type PayloadReader } from './packets.ts';

/** Types of columns and parameters (MySQL internals, "Column Types"); others are strings. */
const TYPE = {
  TINY: 1,
  SHORT: 2,
  LONG: 3,
  FLOAT: 4,
  DOUBLE: 5,
  NULL: 6,
  TIMESTAMP: 7,
  LONGLONG: 8,
  INT24: 9,
  DATE: 10,
  TIME: 11,
  DATETIME: 12,
  YEAR: 13,
} as const;

/**
 * The type of a value: whether integers are unsigned, and how many digits of a second it has (31: as many as needed).
 */
export interface ValueType {
  type: number;
  unsigned: boolean;
  decimals: number;
}

/** Bytes of integers. */
const WIDTH: Readonly<Record<number, 1 | 2 | 4>> = {
  [TYPE.TINY]: 1,
  [TYPE.SHORT]: 2,
  [TYPE.YEAR]: 2,
  [TYPE.LONG]: 4,
  [TYPE.INT24]: 4,
};

/** Reads a value of the binary protocol as the text protocol writes it. */
export function binaryValue(reader: PayloadReader, { type, unsigned, decimals }: ValueType): WireValue {
  const width = WIDTH[type];
  if (width !== undefined) {
    const text = String(unsigned ? reader.uint(width) : reader.int(width));
    return type === TYPE.YEAR ? text.padStart(4, '0') : text;
  }
  switch (type) {
    case TYPE.NULL:
      return null;
    case TYPE.LONGLONG: {
      const bytes = reader.bytes(8);
      return String(unsigned ? bytes.readBigUInt64LE() : bytes.readBigInt64LE());
    }
    case TYPE.FLOAT:
      return floatText(reader.bytes(4).readFloatLE());
    case TYPE.DOUBLE:
      return String(reader.bytes(8).readDoubleLE());
    case TYPE.DATE:
    case TYPE.DATETIME:
    case TYPE.TIMESTAMP:
      return dateText(reader.bytes(reader.uint(1)), type === TYPE.DATE, decimals);
    case TYPE.TIME:
      return timeText(reader.bytes(reader.uint(1)), decimals);
    default: {
      const bytes = reader.lengthBytes();
      return bytes === null ? null : wireValue(bytes);
    }
  }
}

/** The shortest text of a number of four bytes. */
function floatText(value: number): string {
  for (let digits = 6; digits < 9; digits++) {
    const text = Number(value.toPrecision(digits));
    if (Math.fround(text) === value) return String(text);
  }
  return String(value);
}

const two = (value: number): string => String(value).padStart(2, '0');

function fraction(value: number, decimals: number): string {
  const all = String(value).padStart(6, '0');
  const digits = decimals <= 6 ? all.slice(0, decimals) : all.replace(/0+$/, '');
  return digits === '' ? '' : `.${digits}`;
}

const byteAt = (bytes: Buffer, at: number): number => bytes[at] ?? 0;
const microsAt = (bytes: Buffer, at: number): number => (bytes.length >= at + 4 ? bytes.readUInt32LE(at) : 0);

function dateText(bytes: Buffer, isDate: boolean, decimals: number): string {
  const year = bytes.length >= 2 ? bytes.readUInt16LE() : 0;
  const date = `${String(year).padStart(4, '0')}-${two(byteAt(bytes, 2))}-${two(byteAt(bytes, 3))}`;
  if (isDate) return date;
  const time = [4, 5, 6].map((at) => two(byteAt(bytes, at))).join(':');
  return `${date} ${time}${fraction(microsAt(bytes, 7), decimals)}`;
}

function timeText(bytes: Buffer, decimals: number): string {
  const days = bytes.length >= 5 ? bytes.readUInt32LE(1) : 0;
  const hours = days * 24 + byteAt(bytes, 5);
  const sign = byteAt(bytes, 0) === 1 ? '-' : '';
  return `${sign}${two(hours)}:${two(byteAt(bytes, 6))}:${two(byteAt(bytes, 7))}${fraction(microsAt(bytes, 8), decimals)}`;
}

/** Writes a recorded value in the binary protocol; null if it is not of its type. */
export function binaryBytes(value: unknown, { type }: Pick<ValueType, 'type'>): Buffer | null {
  const text = isBase64(value) ? null : String(typeof value === 'object' ? JSON.stringify(value) : value);
  if (text === null || !NUMBERS_AND_TIMES.has(type))
    return lengthBytes(isBase64(value) ? Buffer.from(value.base64, 'base64') : (text ?? ''));
  const width = WIDTH[type];
  if (width !== undefined) return integerBytes(text, width);
  switch (type) {
    case TYPE.LONGLONG:
      return /^-?\d+$/.test(text) ? wholeBytes(BigInt(text), 8) : null;
    case TYPE.FLOAT:
      return floatBytes(Number(text));
    case TYPE.DOUBLE:
      return doubleBytes(Number(text));
    case TYPE.TIME:
      return timeBytes(text);
    default:
      return dateBytes(text);
  }
}

/** Whether values of this type are numbers of a fixed size. */
export const isNumber = (type: number): boolean =>
  WIDTH[type] !== undefined || type === TYPE.LONGLONG || type === TYPE.FLOAT || type === TYPE.DOUBLE;

const NUMBERS_AND_TIMES: ReadonlySet<number> = new Set(Object.values(TYPE));

function floatBytes(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeFloatLE(value);
  return bytes;
}

function doubleBytes(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleLE(value);
  return bytes;
}

function integerBytes(text: string, width: number): Buffer | null {
  const number = Number(text === 'true' ? 1 : text === 'false' ? 0 : text);
  return Number.isInteger(number) ? wholeBytes(BigInt(number), width) : null;
}

function wholeBytes(value: bigint, width: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(BigInt.asUintN(64, value));
  return bytes.subarray(0, width);
}

const DATE_TEXT = /^(\d{4})-(\d\d)-(\d\d)(?:[ T](\d\d):(\d\d):(\d\d)(?:\.(\d{1,6}))?Z?)?$/;
const TIME_TEXT = /^(-)?(\d+):(\d\d):(\d\d)(?:\.(\d{1,6}))?$/;
const micros = (digits = ''): number => Number(digits.padEnd(6, '0'));

function withMicros(head: Buffer, value: number): Buffer {
  const tail = Buffer.alloc(4);
  tail.writeUInt32LE(value);
  return value === 0 ? head : Buffer.concat([head, tail]);
}
const counted = (bytes: Buffer): Buffer => Buffer.concat([Buffer.from([bytes.length]), bytes]);

/** As short as a server writes it: without what is zero. */
function dateBytes(text: string): Buffer | null {
  const parts = DATE_TEXT.exec(text);
  if (parts === null) return null;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts
    .slice(1, 7)
    .map((part) => Number(part ?? 0));
  const date = Buffer.from([year & 0xff, year >> 8, month, day]);
  const fractionMicros = micros(parts[7]);
  if (hour + minute + second + fractionMicros > 0)
    return counted(withMicros(Buffer.concat([date, Buffer.from([hour, minute, second])]), fractionMicros));
  return counted(year + month + day > 0 ? date : Buffer.alloc(0));
}

function timeBytes(text: string): Buffer | null {
  const parts = TIME_TEXT.exec(text);
  if (parts === null) return null;
  const [hours = 0, minutes = 0, seconds = 0] = parts.slice(2, 5).map(Number);
  const fractionMicros = micros(parts[5]);
  if (hours + minutes + seconds + fractionMicros === 0) return counted(Buffer.alloc(0));
  const head = Buffer.alloc(8);
  head[0] = parts[1] === undefined ? 0 : 1;
  head.writeUInt32LE(Math.floor(hours / 24), 1);
  head.set([hours % 24, minutes, seconds], 5);
  return counted(withMicros(head, fractionMicros));
}
