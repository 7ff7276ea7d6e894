import * as v from 'valibot';
import { Difference } from '../../../compare/domain/difference.ts';
import { RecordedRequest, RecordedResponse } from '../../../recordings/domain/recorded-case.ts';
import { ResultCalls } from '../calls/result-calls.ts';

/** A recorded value and what the replayed target issued in its place. */
export const MappedValue = v.object({
  /** A field of the response as in `differences`, or `@request.` and a place of the request. */
  path: v.string(),
  recorded: v.string(),
  replayed: v.string(),
  /** What it identifies, as `task`; null for random values. */
  thing: v.nullable(v.string()),
  /** The request whose response issued it, and the place there, as `POST /tasks $.id`. */
  from: v.object({ planItemId: v.string(), place: v.string() }),
});
export type MappedValue = v.InferOutput<typeof MappedValue>;

/** Both sides of one request, its downstream calls, and all differences. */
export const ResultPayload = v.object({
  request: RecordedRequest,
  recorded: v.nullable(RecordedResponse),
  /** Null if there was no response. */
  replayed: v.nullable(RecordedResponse),
  differences: v.array(Difference),
  /** The request as it was sent; absent if that is `request`. */
  sent: v.optional(RecordedRequest),
  /** Values that stand for each other, at the places where they were used; absent without any. */
  mapped: v.optional(v.array(MappedValue)),
  /** Downstream calls; absent if none were noticed. */
  calls: v.optional(ResultCalls),
});
export type ResultPayload = v.InferOutput<typeof ResultPayload>;
