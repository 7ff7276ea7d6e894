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

/**
 * What stands before the bodies: the case without them, and their sizes in order; a call that is a text is null. Lists
 * instead of objects halve the time that the serving thread takes to write it.
 */
type Head = [facts: FactsHead, calls: (CallHead | null)[], sizes: number[]];

type FactsHead = [
  caseId: string,
  appId: string,
  recordedAt: number,
  traceId: string,
  durationMs: number,
  method: string | null,
  path: string,
  requestHeaders: WireHeaders,
  status: number,
  responseHeaders: WireHeaders,
];

type CallHead = [
  target: string,
  method: string,
  path: string,
  headers: WireHeaders,
  status: number | null,
  answerHeaders: WireHeaders,
  durationMs: number,
];

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
  const heads = calls.map((call): CallHead | null => {
    if (!('answer' in call)) {
      const text = callLine(call);
      bodies.push({ parts: [text], length: Buffer.byteLength(text) });
      return null;
    }
    const { target, method, path, headers, body, answer, durationMs } = call;
    bodies.push(body, answer.body);
    return [target, method, path, headers, answer.status ?? null, answer.headers, durationMs];
  });
  const { caseId, appId, recordedAt, traceId, durationMs } = wire;
  const { method = null, path } = request;
  const facts: FactsHead = [
    caseId,
    appId,
    recordedAt,
    traceId,
    durationMs,
    method,
    path,
    request.headers,
    response.status,
    response.headers,
  ];
  const head: Head = [facts, heads, bodies.map(({ length }) => length)];
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
  const [facts, heads, sizes]: Head = JSON.parse(frame.toString('utf8', PREFIX, headEnd)); // written above
  let at = headEnd;
  const bodies = sizes.map((length): BodyBytes => {
    at += length;
    return length === 0 ? NO_BYTES : { parts: [frame.subarray(at - length, at)], length };
  });
  const next = () => bodies.shift() ?? NO_BYTES;
  const [caseId, appId, recordedAt, traceId, durationMs, method, path, requestHeaders, status, responseHeaders] = facts;
  const request = { method: method ?? undefined, path, headers: requestHeaders, body: next() };
  const response = { status, headers: responseHeaders, body: next() };
  const calls = heads.map((head) => (head === null ? bytesOf(next()).toString('utf8') : framedCall(head, next)));
  return { caseId, appId, recordedAt, traceId, durationMs, request, response, calls };
}

function framedCall(head: CallHead, next: () => BodyBytes): TimedWireCall {
  const [target, method, path, headers, status, answerHeaders, durationMs] = head;
  const body = next();
  const answer = { status: status ?? undefined, headers: answerHeaders, body: next() };
  return { target, method, path, headers, body, answer, durationMs };
}
