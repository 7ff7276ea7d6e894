import * as v from 'valibot';
import { CallKind } from '../../recordings/domain/recorded-case.ts';

/** Kinds of difference that comparing two responses can find (interface 2.4). */
export const ResponseDifferenceKind = v.picklist([
  'FIELD_VALUE',
  'FIELD_MISSING',
  'FIELD_TYPE',
  'ARRAY_LENGTH',
  'ARRAY_ORDER',
  'EMPTY_RESPONSE',
  'RESPONSE_FORMAT',
  'SERVER_ERROR',
  'NOT_FOUND',
  'SENSITIVE_FIELD',
  'NEW_FIELD',
  'UNSTRUCTURED_CONTENT',
  'UNAUTHORIZED',
  'FORBIDDEN',
  'RATE_LIMITED',
  'TIMEOUT',
  'CONNECTION_FAILURE',
  'UNCLASSIFIED',
]);
export type ResponseDifferenceKind = v.InferOutput<typeof ResponseDifferenceKind>;

/** Kinds of difference between recorded downstream calls and those of the replay (interface 2.4). */
export const CallDifferenceKind = v.picklist(['FEWER_CALLS', 'MORE_CALLS', 'CALL_PARAMETERS']);
export type CallDifferenceKind = v.InferOutput<typeof CallDifferenceKind>;

/** Every kind that a comparison of one request can find. */
export const DifferenceKind = v.picklist([...ResponseDifferenceKind.options, ...CallDifferenceKind.options]);
export type DifferenceKind = v.InferOutput<typeof DifferenceKind>;

/** Which downstream call differs, and where: what a rule for it needs. */
export const DifferingCall = v.object({
  kind: CallKind,
  target: v.string(),
  operation: v.string(),
  /** Normalised path within the compared request; null: the call as a whole. */
  field: v.nullable(v.string()),
  /** Positions among the recorded and the made calls; null where there is none. */
  recorded: v.nullable(v.number()),
  made: v.nullable(v.number()),
});
export type DifferingCall = v.InferOutput<typeof DifferingCall>;

/** One difference between a recorded and a replayed response, or between their downstream calls. */
export const Difference = v.object({
  kind: DifferenceKind,
  /**
   * Normalised path (`data.items[*].price`, root `$`), or a status, failure, `response`, or `<target> <operation>` of a
   * call with the path in its request (interface 2.4).
   */
  subject: v.string(),
  /** Concrete path with real indices; equal to `subject` if there is none. */
  path: v.string(),
  /** Raw slice of each side, cut at 1,000 characters; null if that side has nothing. */
  recorded: v.nullable(v.string()),
  replayed: v.nullable(v.string()),
  rule: v.pipe(
    v.nullable(v.string()),
    v.description(
      'The rule that ignores this difference, or `~` and the id of the expectation that covers it. Null: it counts.',
    ),
  ),
  /** How the engine arrived at it, if that is not obvious: how an array was aligned, a repeated name. Never a value. */
  note: v.optional(v.string()),
  /** Of kinds of downstream calls only. */
  call: v.optional(DifferingCall),
});
export type Difference = v.InferOutput<typeof Difference>;

/** The result of comparing two responses. */
export interface Comparison {
  differences: Difference[];
  /** More differences existed than were kept, so the comparison never passes. */
  truncated: boolean;
}
