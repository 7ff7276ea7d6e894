import type { Kind } from '../../../../compare/domain/kinds.ts';

/** Kinds whose subject `response` says nothing beyond the kind (interface 2.4). */
export const WHOLE_RESPONSE: ReadonlySet<Kind> = new Set([
  'MANY_FIELDS',
  'EMPTY_RESPONSE',
  'RESPONSE_FORMAT',
  'UNSTRUCTURED_CONTENT',
  'NO_DETAILS',
]);
