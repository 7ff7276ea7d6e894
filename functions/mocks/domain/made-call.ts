import * as v from 'valibot';
import { CallKind } from './call.ts';

/** How a recorded call was found (docs/downstream-calls.md). `reused`: it had answered before. */
export const Strategy = v.picklist(['exact', 'similar', 'sequence', 'reused']);
export type Strategy = v.InferOutput<typeof Strategy>;

/** Why no recorded call answers (interface 12). */
export const MissReason = v.picklist(['NO_CALL_RECORDED', 'ALL_CONSUMED', 'NO_MATCH', 'MOCKING_OFF']);
export type MissReason = v.InferOutput<typeof MissReason>;

/** A downstream call that the application made while a case was replayed. */
export const MadeCall = v.object({
  kind: CallKind,
  target: v.string(),
  operation: v.string(),
  /** JSON text, redacted and sealed like recorded calls; values of value mapping as they were sent. */
  request: v.string(),
  /** Index of the recorded call that answered it or corresponds to it; null without one. */
  recorded: v.nullable(v.number()),
  /** `nothing`: the call failed, because nothing was to answer it. */
  answeredBy: v.picklist(['recording', 'target', 'default', 'nothing']),
  strategy: v.nullable(Strategy),
  /** Null if a recorded call was found. */
  reason: v.nullable(MissReason),
  /** JSON text, sealed: what the target answered to a call that was made for real; null for any other. */
  response: v.nullable(v.string()),
  /** The error of such a call, sealed. */
  error: v.nullable(v.string()),
  /** Of a call that was made for real. */
  durationMs: v.nullable(v.number()),
  /** The agent answers calls to this target by itself, and asks only for the others. */
  isPartial: v.optional(v.literal(true)),
  /** Epoch ms. */
  at: v.number(),
});
export type MadeCall = v.InferOutput<typeof MadeCall>;
