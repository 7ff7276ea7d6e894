import * as v from 'valibot';
import { RecordedCall } from '../../recordings/domain/recorded-case.ts';

/** The kinds of downstream calls (interface 10). */
export const CallKind = RecordedCall.entries.kind;
export type CallKind = v.InferOutput<typeof CallKind>;

/** A downstream call as it is matched: what the application asks of a target. `request` is JSON text. */
export interface Call {
  kind: CallKind;
  target: string;
  operation: string;
  request: string;
  /** The same as a value, where it is at hand. */
  value?: unknown;
}

/** Maximum characters of a call's target and operation. */
export const MAX_TARGET_LENGTH = 2048;
const MAX_OPERATION_LENGTH = 8192;

/** Maximum calls of one report, and of one batch. */
export const MAX_REPORTED = 1000;
export const MAX_BATCH = 100;

const anyJson = v.optional(v.unknown(), null);

/** A call as an agent sends it. */
export const CallInput = v.object({
  kind: CallKind,
  target: v.pipe(v.string(), v.maxLength(MAX_TARGET_LENGTH)),
  operation: v.pipe(v.string(), v.maxLength(MAX_OPERATION_LENGTH)),
  request: anyJson,
});
export type CallInput = v.InferOutput<typeof CallInput>;

/** A call that an agent made for real, as it reports it. */
export const ReportedCall = v.object({
  ...CallInput.entries,
  response: anyJson,
  error: v.nullish(v.pipe(v.string(), v.maxLength(MAX_OPERATION_LENGTH)), null),
  durationMs: v.nullish(v.pipe(v.number(), v.minValue(0)), null),
});
export type ReportedCall = v.InferOutput<typeof ReportedCall>;

/** The call of an agent's input. */
export const callOf = ({ kind, target, operation, request }: CallInput): Call => ({
  kind,
  target,
  operation,
  request: JSON.stringify(request),
  value: request,
});
