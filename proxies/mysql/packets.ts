import { type Framing, WireFault } from '../wire/frame-reader.ts';

/** Payload of a packet that continues in the next one. */
export const FULL_PACKET = 0xffffff;

/** Packets: a length of three bytes, a sequence number, the payload (MySQL internals, "Protocol Basics"). */
export const packetFraming = (maxBodyBytes: number): Framing => ({
  headerBytes: 4,
  bodyBytes: (header) => header.readUIntLE(0, 3),
  // What spans several packets is never read.
  maxBodyBytes: Math.min(maxBodyBytes, FULL_PACKET - 1),
});

/** Writes a packet. */
export function packet(sequence: number, payload: Buffer): Buffer {
  const header = Buffer.alloc(4);
  header.writeUIntLE(payload.length, 0, 3);
  header[3] = sequence & 0xff;
  return Buffer.concat([header, payload]);
}

/** Reads the fields of a payload; throws a WireFault where it is too short. */
export interface PayloadReader {
  uint(bytes: 1 | 2 | 3 | 4): number;
  int(bytes: 1 | 2 | 4): number;
  bytes(count: number): Buffer;
  /** Up to a zero byte, which is skipped. */
  cstring(): string;
  /** A length-encoded integer; null for NULL of a text row. */
  lengthInt(): number | bigint | null;
  /** A length-encoded string; null for NULL of a text row. */
  lengthBytes(): Buffer | null;
  rest(): Buffer;
  left(): number;
}

export function payloadReader(payload: Buffer): PayloadReader {
  let at = 0;
  const take = (count: number): number => {
    const from = at;
    if (count < 0 || from + count > payload.length) throw new WireFault('a packet is too short');
    at += count;
    return from;
  };
  const bytes = (count: number): Buffer => {
    const from = take(count);
    return payload.subarray(from, from + count);
  };
  const uint = (count: 1 | 2 | 3 | 4): number => payload.readUIntLE(take(count), count);
  const lengthInt = (): number | bigint | null => {
    const first = uint(1);
    if (first === 0xfb) return null;
    if (first === 0xfc) return uint(2);
    if (first === 0xfd) return uint(3);
    if (first === 0xfe) return payload.readBigUInt64LE(take(8));
    if (first === 0xff) throw new WireFault('no length');
    return first;
  };
  return {
    uint,
    int: (count) => payload.readIntLE(take(count), count),
    bytes,
    cstring: () => {
      const end = payload.indexOf(0, at);
      if (end === -1) throw new WireFault('a text has no end');
      const text = payload.toString('utf8', at, end);
      at = end + 1;
      return text;
    },
    lengthInt,
    lengthBytes: () => {
      const length = lengthInt();
      return length === null ? null : bytes(Number(length));
    },
    rest: () => bytes(payload.length - at),
    left: () => payload.length - at,
  };
}

/** Writes an unsigned integer of some bytes. */
export function uintBytes(value: number, count: 1 | 2 | 3 | 4): Buffer {
  const bytes = Buffer.alloc(count);
  bytes.writeUIntLE(value, 0, count);
  return bytes;
}

/** Writes a length-encoded integer. */
export function lengthIntBytes(value: number | bigint): Buffer {
  if (value < 0xfb) return uintBytes(Number(value), 1);
  if (value < 0x10000) return Buffer.concat([Buffer.from([0xfc]), uintBytes(Number(value), 2)]);
  if (value < 0x1000000) return Buffer.concat([Buffer.from([0xfd]), uintBytes(Number(value), 3)]);
  const bytes = Buffer.alloc(9, 0xfe);
  bytes.writeBigUInt64LE(BigInt.asUintN(64, BigInt(value)), 1);
  return bytes;
}

/** Writes a length-encoded string. */
export const lengthBytes = (value: Buffer | string): Buffer => {
  const bytes = Buffer.from(value);
  return Buffer.concat([lengthIntBytes(bytes.length), bytes]);
};
