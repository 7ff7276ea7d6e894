import * as v from 'valibot';
import { CallDifferenceKind, ResponseDifferenceKind } from './difference.ts';
import { isPageLocation } from './json/paths.ts';

/** The two groups of spec 3.3. */
export const Group = v.picklist(['needsAction', 'toReview']);
export type Group = v.InferOutput<typeof Group>;

/** Every `kind` that an entry of findings may have (interface 2.4). */
export const Kind = v.picklist([
  ...ResponseDifferenceKind.options,
  'MANY_FIELDS',
  ...CallDifferenceKind.options,
  'NO_DETAILS',
]);
export type Kind = v.InferOutput<typeof Kind>;

/** The table of spec 3.3, row by row, with the kinds of interface 2.4. */
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

/** The group of a difference: a field of a page of HTML is for review, whatever its kind (spec 3.3). */
export const groupOf = ({ kind, subject }: { kind: Kind; subject: string }): Group =>
  isOfPage({ kind, subject }) ? 'toReview' : GROUP_OF[kind];

/** Whether a difference is at a place in a page of HTML, and reveals no secret. */
export const isOfPage = ({ kind, subject }: { kind: Kind; subject: string }): boolean =>
  isNodeKind(kind) && kind !== 'SENSITIVE_FIELD' && isPageLocation(subject);

/**
 * What a kind of difference is about: a recorded field or list, a new field, the answer as a whole, or downstream
 * calls.
 */
const ABOUT: Readonly<Record<Kind, 'field' | 'list' | 'new field' | 'answer' | 'calls'>> = {
  FIELD_VALUE: 'field',
  FIELD_MISSING: 'field',
  FIELD_TYPE: 'field',
  ARRAY_LENGTH: 'list',
  ARRAY_ORDER: 'list',
  MANY_FIELDS: 'answer',
  EMPTY_RESPONSE: 'answer',
  RESPONSE_FORMAT: 'answer',
  FEWER_CALLS: 'calls',
  SERVER_ERROR: 'answer',
  NOT_FOUND: 'answer',
  SENSITIVE_FIELD: 'new field',
  NEW_FIELD: 'new field',
  MORE_CALLS: 'calls',
  UNSTRUCTURED_CONTENT: 'answer',
  CALL_PARAMETERS: 'calls',
  UNAUTHORIZED: 'answer',
  FORBIDDEN: 'answer',
  RATE_LIMITED: 'answer',
  TIMEOUT: 'answer',
  CONNECTION_FAILURE: 'answer',
  UNCLASSIFIED: 'answer',
  NO_DETAILS: 'answer',
};

/** Whether MANY_FIELDS counts and stands for this kind: a needs-action difference of a single field or list. */
export const isFieldKind = (kind: Kind): boolean => ABOUT[kind] === 'field' || ABOUT[kind] === 'list';

/**
 * Whether the subject of this kind is a node that a rule can select. Statuses, timeouts and connection failures have
 * none.
 */
export const isNodeKind = (kind: Kind): boolean => isFieldKind(kind) || ABOUT[kind] === 'new field';

/** Whether the subject of this kind is a list as a whole. */
export const isListKind = (kind: Kind): boolean => ABOUT[kind] === 'list';

/** Whether this kind comes from downstream calls, which no comparison of answers finds. */
export const isCallKind = (kind: Kind): kind is CallDifferenceKind => ABOUT[kind] === 'calls';
