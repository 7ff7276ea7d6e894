import * as v from 'valibot';
import { Difference } from '../../../compare/domain/difference.ts';
import { RecordedRequest, RecordedResponse } from '../../../recordings/domain/recorded-case.ts';

/** Both sides of one request and all differences. */
export const ResultPayload = v.object({
  request: RecordedRequest,
  recorded: v.nullable(RecordedResponse),
  /** Null if there was no response. */
  replayed: v.nullable(RecordedResponse),
  differences: v.array(Difference),
});
export type ResultPayload = v.InferOutput<typeof ResultPayload>;
