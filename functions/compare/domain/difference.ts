import * as v from 'valibot';

/** Kinds of difference that comparing two responses can find (interface 2.4), without those of downstream calls. */
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

/** One difference between a recorded and a replayed response. */
export const Difference = v.object({
  kind: ResponseDifferenceKind,
  /** Normalised path (`data.items[*].price`, root `$`), or a status, failure or `response` (interface 2.4). */
  subject: v.string(),
  /** Concrete path with real indices; equal to `subject` if there is none. */
  path: v.string(),
  /** Raw slice of each side, cut at 1,000 characters; null if that side has nothing. */
  recorded: v.nullable(v.string()),
  replayed: v.nullable(v.string()),
  /** The rule that ignores this difference, or null. */
  rule: v.nullable(v.string()),
  /** How the engine arrived at it, if that is not obvious: how an array was aligned, a repeated name. Never a value. */
  note: v.optional(v.string()),
});
export type Difference = v.InferOutput<typeof Difference>;

/** The result of comparing two responses. */
export interface Comparison {
  differences: Difference[];
  /** More differences existed than were kept, so the comparison never passes. */
  truncated: boolean;
}
