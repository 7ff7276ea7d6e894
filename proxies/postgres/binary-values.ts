import { type WireValue, wireValue } from '../wire/wire-value.ts';
import { numericBytes, numericText } from './numeric.ts';

/** How the binary form of a type is written as text, and read from it (typsend and typreceive of PostgreSQL). */
interface Codec {
  text(bytes: Buffer): string;
  bytes(text: string): Buffer;
}

const whole = (size: 2 | 4): Codec => ({
  text: (bytes) => String(bytes.readIntBE(0, size)),
  bytes: (text) => {
    const bytes = Buffer.alloc(size);
    bytes.writeIntBE(Number(text), 0, size);
    return bytes;
  },
});

const LONG: Codec = { text: (bytes) => String(bytes.readBigInt64BE()), bytes: (text) => long(BigInt(text)) };

function long(value: bigint): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigInt64BE(value);
  return bytes;
}

const OID: Codec = {
  text: (bytes) => String(bytes.readUInt32BE()),
  bytes: (text) => {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32BE(Number(text));
    return bytes;
  },
};

const FLOAT: Codec = {
  text: (bytes) => String(bytes.readFloatBE()),
  bytes: (text) => {
    const bytes = Buffer.alloc(4);
    bytes.writeFloatBE(Number(text));
    return bytes;
  },
};

const DOUBLE: Codec = {
  text: (bytes) => String(bytes.readDoubleBE()),
  bytes: (text) => {
    const bytes = Buffer.alloc(8);
    bytes.writeDoubleBE(Number(text));
    return bytes;
  },
};

const BOOL: Codec = {
  text: (bytes) => (bytes[0] === 1 ? 't' : 'f'),
  bytes: (text) => Buffer.from([/^(?:t|true|1)$/.test(text) ? 1 : 0]),
};

const TEXT: Codec = { text: (bytes) => bytes.toString('utf8'), bytes: (text) => Buffer.from(text) };

const BYTES: Codec = {
  text: (bytes) => `\\x${bytes.toString('hex')}`,
  bytes: (text) => Buffer.from(text.replace(/^\\x/, ''), 'hex'),
};

const UUID: Codec = {
  text: (bytes) => bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-'),
  bytes: (text) => Buffer.from(text.replaceAll('-', ''), 'hex'),
};

/** A version byte, then the text. */
const JSONB: Codec = {
  text: (bytes) => bytes.toString('utf8', 1),
  bytes: (text) => Buffer.concat([Buffer.from([1]), Buffer.from(text)]),
};

/** 2000-01-01, epoch ms. */
const EPOCH = Date.UTC(2000, 0, 1);
const DAY_MS = 86_400_000;

const DATE: Codec = {
  text: (bytes) => new Date(EPOCH + bytes.readInt32BE() * DAY_MS).toISOString().slice(0, 10),
  bytes: (text) => whole(4).bytes(String((Date.parse(`${text}T00:00:00Z`) - EPOCH) / DAY_MS)),
};

/** Microseconds since 2000, in UTC. */
const timestamp = (zone: '' | '+00'): Codec => ({
  text: (bytes) => {
    const micros = bytes.readBigInt64BE();
    const fraction = ((micros % 1_000_000n) + 1_000_000n) % 1_000_000n;
    const seconds = Number((micros - fraction) / 1_000_000n);
    const [date, time] = new Date(EPOCH + seconds * 1_000).toISOString().slice(0, 19).split('T');
    return `${date} ${time}${fractionText(fraction)}${zone}`;
  },
  bytes: (text) => {
    const [, date, time, fraction = '', offset = ''] =
      /^(\d{4,}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d)(?:\.(\d{1,6}))?(Z|[+-]\d\d(?::?\d\d)?)?$/.exec(text) ?? [];
    const hours = /^[+-]\d\d$/.test(offset) ? `${offset}:00` : offset.replace(/^([+-]\d\d)(\d\d)$/, '$1:$2');
    const at = Date.parse(`${date}T${time}${zone === '' ? 'Z' : hours || 'Z'}`);
    return long(BigInt(at - EPOCH) * 1_000n + BigInt(fraction.padEnd(6, '0')));
  },
});

const fractionText = (micros: bigint): string =>
  micros === 0n ? '' : `.${String(micros).padStart(6, '0').replace(/0+$/, '')}`;

const NUMERIC: Codec = { text: numericText, bytes: numericBytes };

/** Types by object id (pg_type.dat of PostgreSQL); the ids of built-in types never change. */
const CODECS: ReadonlyMap<number, Codec> = new Map([
  [16, BOOL],
  [17, BYTES],
  [18, TEXT],
  [19, TEXT],
  [20, LONG],
  [21, whole(2)],
  [23, whole(4)],
  [25, TEXT],
  [26, OID],
  [114, TEXT],
  [142, TEXT],
  [700, FLOAT],
  [701, DOUBLE],
  [705, TEXT],
  [1042, TEXT],
  [1043, TEXT],
  [1082, DATE],
  [1114, timestamp('')],
  [1184, timestamp('+00')],
  [1700, NUMERIC],
  [2950, UUID],
  [3802, JSONB],
]);

/** Writes a value as text if that loses nothing; otherwise its bytes. */
export function recordedValue(bytes: Buffer, format: 'text' | 'binary', type: number): WireValue {
  if (format === 'text') return wireValue(bytes);
  const codec = CODECS.get(type);
  const text = codec === undefined ? null : attempt(() => codec.text(bytes));
  const isSame = text !== null && codec !== undefined && attempt(() => codec.bytes(text))?.equals(bytes);
  return isSame ? text : { base64: bytes.toString('base64') };
}

/** Returns the binary form of a text; null if the type has none here. */
export function binaryOf(text: string, type: number): Buffer | null {
  const codec = CODECS.get(type);
  return codec === undefined ? null : attempt(() => codec.bytes(text));
}

/** Null for a value that is not of its type, such as an infinite date. */
function attempt<T>(convert: () => T): T | null {
  try {
    return convert();
  } catch {
    return null;
  }
}
