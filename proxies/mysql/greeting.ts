import { randomBytes } from 'node:crypto';
import { CAPABILITY, NOT_OFFERED, OFFERED, STATUS } from './capabilities.ts';
import { packet, payloadReader, uintBytes } from './packets.ts';

/** What a server says first, as far as a replay repeats it. */
export interface Greeting {
  version: string;
  charset: number;
  /** As the server offers them, without what the proxy takes out. */
  capabilities: number;
}

const PROTOCOL = 10;

/** Reads a greeting, and rewrites it without what the proxy does not read; null if it is not one, such as an error. */
export function rewrittenGreeting(payload: Buffer): { greeting: Greeting; payload: Buffer } | null {
  if (payload[0] !== PROTOCOL) return null;
  const reader = payloadReader(payload);
  reader.uint(1);
  const version = reader.cstring();
  const from = payload.indexOf(0, 1) + 1;
  // Connection id, the first part of the scramble, a filler.
  reader.bytes(4 + 8 + 1);
  const lower = reader.uint(2);
  const charset = reader.uint(1);
  reader.uint(2);
  const capabilities = ((lower | (reader.uint(2) << 16)) & ~NOT_OFFERED) >>> 0;
  const rewritten = Buffer.from(payload);
  rewritten.writeUInt16LE(capabilities & 0xffff, from + 13);
  rewritten.writeUInt16LE(capabilities >>> 16, from + 18);
  // Capabilities of MariaDB alone, where MySQL has zeros.
  if (payload.length >= from + 31) rewritten.fill(0, from + 27, from + 31);
  return { greeting: { version, charset, capabilities }, payload: rewritten };
}

/** Writes the greeting of the proxy itself. */
export function greetingPacket({ version, charset }: Pick<Greeting, 'version' | 'charset'>, id: number): Buffer {
  // Its bytes are not zeros, which end it.
  const scramble = Buffer.from(randomBytes(20).map((byte) => (byte % 127) + 1));
  return packet(
    0,
    Buffer.concat([
      uintBytes(PROTOCOL, 1),
      Buffer.from(`${version}\0`),
      uintBytes(id, 4),
      scramble.subarray(0, 8),
      Buffer.alloc(1),
      uintBytes(OFFERED & 0xffff, 2),
      uintBytes(charset, 1),
      uintBytes(STATUS.AUTOCOMMIT, 2),
      uintBytes(OFFERED >>> 16, 2),
      uintBytes(scramble.length + 1, 1),
      Buffer.alloc(10),
      scramble.subarray(8),
      Buffer.from('\0mysql_native_password\0'),
    ]),
  );
}

/** What a client answers: its capabilities, and whether it asks for TLS instead. */
export function clientCapabilities(payload: Buffer): { capabilities: number; wantsTls: boolean } {
  const capabilities = payloadReader(payload).uint(4);
  return { capabilities, wantsTls: (capabilities & CAPABILITY.TLS) !== 0 };
}
