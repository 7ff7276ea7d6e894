import type { AgentCall, CallOutcome } from './agent-call.ts';
import { type BodyBytes, bytesOf } from './captured-bytes.ts';
import { httpCall, pairsOfWire, plainBody, type WireHeaders } from './http-message.ts';

/** An HTTP call as it was on the wire; what is recorded of it is made later, and in another thread. */
export interface WireCall {
  target: string;
  method: string;
  path: string;
  headers: WireHeaders;
  body: BodyBytes;
  answer: { status: number | undefined; headers: WireHeaders; body: BodyBytes };
}

/** A recorded call that is not made yet. */
export interface TimedWireCall extends WireCall {
  durationMs: number;
}

/** Makes the call and its outcome, as recorders write them. */
export function callOfWire({ target, method, path, headers, body, answer }: WireCall): {
  call: AgentCall;
  outcome: CallOutcome;
} {
  const pairs = pairsOfWire(answer.headers);
  return {
    call: httpCall(target, { method, path, headers: pairsOfWire(headers), body: bytesOf(body) }),
    outcome: { response: { status: answer.status, headers: pairs, ...plainBody(bytesOf(answer.body), pairs) } },
  };
}
