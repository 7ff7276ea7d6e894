import * as v from 'valibot';
import { ResponseDifferenceKind } from './difference.ts';

/** The two groups of spec 3.3. */
export type Group = 'needsAction' | 'toReview';

/** Every `kind` that an entry of findings may have (interface 2.4). */
export const Kind = v.picklist([
  ...ResponseDifferenceKind.options,
  'MANY_FIELDS',
  'FEWER_CALLS',
  'MORE_CALLS',
  'CALL_PARAMETERS',
  'NO_DETAILS',
]);
export type Kind = v.InferOutput<typeof Kind>;

/** Spec 3.3, row by row, in the words of interface 2.4. */
export const GROUP_OF: Readonly<Record<Kind, Group>> = {
  FIELD_VALUE: 'needsAction',
  FIELD_MISSING: 'needsAction',
  FIELD_TYPE: 'needsAction',
  ARRAY_LENGTH: 'needsAction',
  ARRAY_ORDER: 'needsAction',
  MANY_FIELDS: 'needsAction',
  EMPTY_RESPONSE: 'needsAction',
  RESPONSE_FORMAT: 'needsAction',
  FEWER_CALLS: 'needsAction',
  SERVER_ERROR: 'needsAction',
  NOT_FOUND: 'needsAction',
  SENSITIVE_FIELD: 'needsAction',
  NEW_FIELD: 'toReview',
  MORE_CALLS: 'toReview',
  UNSTRUCTURED_CONTENT: 'toReview',
  CALL_PARAMETERS: 'toReview',
  UNAUTHORIZED: 'toReview',
  FORBIDDEN: 'toReview',
  RATE_LIMITED: 'toReview',
  TIMEOUT: 'toReview',
  CONNECTION_FAILURE: 'toReview',
  UNCLASSIFIED: 'toReview',
  NO_DETAILS: 'toReview',
};

/** The kinds that MANY_FIELDS counts and stands for: needs-action differences of single fields. */
export const FIELD_KINDS: ReadonlySet<Kind> = new Set<Kind>([
  'FIELD_VALUE',
  'FIELD_MISSING',
  'FIELD_TYPE',
  'ARRAY_LENGTH',
  'ARRAY_ORDER',
]);
