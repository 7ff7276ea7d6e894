import type { FindingsEntry } from './findings-of.ts';

/** What a kind of difference is, in a few words (interface 2.4). */
export const KIND_WORDS: Readonly<Record<FindingsEntry['kind'], string>> = {
  FIELD_VALUE: 'The value of a field changed',
  FIELD_MISSING: 'A field is missing',
  FIELD_TYPE: 'The type of a field changed',
  ARRAY_LENGTH: 'A list has more or fewer elements',
  ARRAY_ORDER: 'A list has another order',
  EMPTY_RESPONSE: 'The answer is empty',
  RESPONSE_FORMAT: 'The format of the answer changed',
  SERVER_ERROR: 'The server failed',
  NOT_FOUND: 'The endpoint or what it names is not found',
  SENSITIVE_FIELD: 'A sensitive field is new in the answer',
  NEW_FIELD: 'A field is new',
  UNSTRUCTURED_CONTENT: 'Unstructured content changed',
  UNAUTHORIZED: 'The answer is 401',
  FORBIDDEN: 'The answer is 403',
  RATE_LIMITED: 'The answer is 429',
  TIMEOUT: 'There was no answer in time',
  CONNECTION_FAILURE: 'The connection failed',
  UNCLASSIFIED: 'A difference of no known kind',
  MANY_FIELDS: 'Many fields of one answer changed',
  FEWER_CALLS: 'Fewer downstream calls were made',
  MORE_CALLS: 'More downstream calls were made',
  CALL_PARAMETERS: 'The parameters of a downstream call changed',
  NO_DETAILS: 'The request failed without details',
};
