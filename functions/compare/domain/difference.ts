import * as v from 'valibot';

/** Kinds of difference that a comparison of two answers can find (interface 2.4), without those of downstream calls. */
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

/** One difference between a recorded and a replayed answer. */
export const Difference = v.object({
  kind: ResponseDifferenceKind,
  /** Normalised path (`data.items[*].price`, root `$`), or the status, failure or `response` that interface 2.4 names. */
  subject: v.string(),
  /** Concrete path with real indices; equal to `subject` where there is none. */
  path: v.string(),
  /** Raw slice of each side, cut at 1,000 characters; null where that side has nothing. */
  recorded: v.nullable(v.string()),
  replayed: v.nullable(v.string()),
  /** The ignore rule that takes this difference out, or null. */
  rule: v.nullable(v.string()),
  /** How the engine came to it, where that is no plain matter: how an array was aligned, a name that repeats. Never a value. */
  note: v.optional(v.string()),
});
export type Difference = v.InferOutput<typeof Difference>;

/** What comparing two answers gave. */
export interface Comparison {
  differences: Difference[];
  /** More differences existed than were kept: never a pass. */
  truncated: boolean;
}
