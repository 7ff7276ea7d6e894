import type { NotedCall } from '../core/agent-call.ts';
import { type BodyBytes, bytesOf, NO_BYTES } from '../core/captured-bytes.ts';
import type { WireHeaders } from '../core/http-message.ts';
import type { TimedWireCall } from '../core/wire-call.ts';
import { callLine } from './call-line.ts';

/** A case as it was on the wire. */
export interface WireCase {
  caseId: string;
  appId: string;
  /** Epoch ms. */
  recordedAt: number;
  traceId: string;
  durationMs: number;
  request: { method: string | undefined; path: string; headers: WireHeaders; body: BodyBytes };
  response: { status: number; headers: WireHeaders; body: BodyBytes };
  calls: readonly (NotedCall | TimedWireCall)[];
}

/** A case that was read back: its calls are texts of JSON, or still as they were on the wire. */
export interface FramedCase extends Omit<WireCase, 'calls'> {
  calls: (string | TimedWireCall)[];
}

/** What stands before the bodies: the case without them, and their sizes in order; a call that is a text is null. */
interface Head {
  facts: unknown;
  calls: (object | null)[];
  sizes: number[];
}

/** Lengths of the frame and of its head, 4 bytes each. */
const PREFIX = 8;

/** A case that can be written: it needs `room` bytes at most. */
export interface CaseFrame {
  room: number;
  /** Writes the frame, and returns where it ends. */
  write(target: Buffer, start: number): number;
}

/** Prepares the frame of a case: a head of JSON, and the bodies as they are. */
export function caseFrame(wire: WireCase): CaseFrame {
  const { request, response, calls } = wire;
  const bodies: BodyBytes[] = [request.body, response.body];
  const heads = calls.map((call) => {
    if (!('answer' in call)) {
      const text = callLine(call);
      bodies.push({ parts: [text], length: Buffer.byteLength(text) });
      return null;
    }
    bodies.push(call.body, call.answer.body);
    const { target, method, path, headers, answer, durationMs } = call;
    return { target, method, path, headers, answer: { status: answer.status, headers: answer.headers }, durationMs };
  });
  const head: Head = {
    facts: {
      caseId: wire.caseId,
      appId: wire.appId,
      recordedAt: wire.recordedAt,
      traceId: wire.traceId,
      durationMs: wire.durationMs,
      request: { method: request.method, path: request.path, headers: request.headers },
      response: { status: response.status, headers: response.headers },
    },
    calls: heads,
    sizes: bodies.map(({ length }) => length),
  };
  const text = JSON.stringify(head);
  // A character is three bytes at most.
  const room = PREFIX + 3 * text.length + bodies.reduce((sum, { length }) => sum + length, 0);
  return {
    room,
    write: (target, start) => {
      const headLength = target.write(text, start + PREFIX);
      let end = start + PREFIX + headLength;
      for (const { parts } of bodies) {
        for (const part of parts) {
          if (typeof part === 'string') end += target.write(part, end);
          else {
            target.set(part, end);
            end += part.length;
          }
        }
      }
      target.writeUInt32LE(end - start, start);
      target.writeUInt32LE(headLength, start + 4);
      return end;
    },
  };
}

/** Reads the frames of `bytes` one after the other, with the bytes that each took. */
export function* framedCases(bytes: Uint8Array): Generator<{ framed: FramedCase; size: number }> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let start = 0; start < buffer.length; ) {
    const size = buffer.readUInt32LE(start);
    yield { framed: framedCase(buffer.subarray(start, start + size)), size };
    start += size;
  }
}

function framedCase(frame: Buffer): FramedCase {
  const headEnd = PREFIX + frame.readUInt32LE(4);
  const head = JSON.parse(frame.toString('utf8', PREFIX, headEnd)) as Head; // written above
  let at = headEnd;
  const bodies = head.sizes.map((length): BodyBytes => {
    at += length;
    return length === 0 ? NO_BYTES : { parts: [frame.subarray(at - length, at)], length };
  });
  const next = () => bodies.shift() ?? NO_BYTES;
  const facts = head.facts as Omit<WireCase, 'calls'>; // written above, without the bodies
  const request = { ...facts.request, body: next() };
  const response = { ...facts.response, body: next() };
  const calls = head.calls.map((call) => {
    if (call === null) return bytesOf(next()).toString('utf8');
    const wire = call as TimedWireCall; // written above, without the bodies
    return { ...wire, body: next(), answer: { ...wire.answer, body: next() } };
  });
  return { ...facts, request, response, calls };
}
