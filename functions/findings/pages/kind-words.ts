import type { Kind } from '../../compare/domain/kinds.ts';

/** What the report calls each kind of difference (interface 2.4), in the order of spec 3.3. */
export const KIND_WORDS: Readonly<Record<Kind, string>> = {
  FIELD_VALUE: 'Field value differs',
  FIELD_MISSING: 'Field is missing',
  FIELD_TYPE: 'Field type differs',
  ARRAY_LENGTH: 'List has another length',
  ARRAY_ORDER: 'List is in another order',
  MANY_FIELDS: 'Many fields differ',
  EMPTY_RESPONSE: 'Response is empty',
  RESPONSE_FORMAT: 'Response format changed',
  FEWER_CALLS: 'Fewer downstream calls',
  SERVER_ERROR: 'Server error',
  NOT_FOUND: 'Not found',
  SENSITIVE_FIELD: 'New sensitive field',
  NEW_FIELD: 'New field',
  MORE_CALLS: 'More downstream calls',
  UNSTRUCTURED_CONTENT: 'Unstructured content differs',
  CALL_PARAMETERS: 'Downstream call has other parameters',
  UNAUTHORIZED: 'Unauthorized',
  FORBIDDEN: 'Forbidden',
  RATE_LIMITED: 'Rate limited',
  TIMEOUT: 'Timeout',
  CONNECTION_FAILURE: 'Connection failed',
  UNCLASSIFIED: 'Other change',
  NO_DETAILS: 'Failed without details',
};

/** Kinds that a rule can name a field of. */
export const isRuleable = (kind: Kind): boolean =>
  kind.startsWith('FIELD_') || kind.startsWith('ARRAY_') || kind === 'NEW_FIELD' || kind === 'SENSITIVE_FIELD';
