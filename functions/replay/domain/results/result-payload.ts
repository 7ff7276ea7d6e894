import * as v from 'valibot';
import { Difference } from '../../../compare/domain/difference.ts';
import { RecordedRequest, RecordedResponse } from '../../../recordings/domain/recorded-case.ts';
import { PayloadVersion } from '../../../recordings/domain/versions/case-version.ts';
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

/** What is stored of the running build beside its response. */
const BaselineExchange = v.object({
  /** What was recorded; null if that is the response of the running build. */
  recorded: v.nullable(RecordedResponse),
  /** The request as it was sent to the running build, values and downstream calls, as below. */
  sent: v.optional(RecordedRequest),
  mapped: v.optional(v.array(MappedValue)),
  calls: v.optional(ResultCalls),
  /** Where its response and its calls differ from the recording; absent if nowhere. */
  differences: v.optional(v.array(Difference)),
});

const Whole = v.object({
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
  /** Present where `recorded` is the response of the running build. */
  baseline: v.optional(BaselineExchange),
  /**
   * Epoch ms, or when its version was accepted; absent where the response is as recorded, and in results of earlier
   * versions.
   */
  recordedAt: v.optional(v.number()),
});

/** What is stored of a request that was answered as recorded: its recording, and what the response has of its own. */
const AnsweredAsRecorded = v.object({
  asRecorded: v.object({
    request: RecordedRequest,
    response: RecordedResponse,
    acceptedVersion: v.optional(PayloadVersion),
  }),
  /** Headers of the replayed response: the positions of those that are as recorded, and the others. */
  headers: v.array(v.union([v.number(), RecordedResponse.entries.headers.item])),
});
type AnsweredHeaders = v.InferOutput<typeof AnsweredAsRecorded>['headers'];

/** What is stored of a response that is as recorded, around the recording (`AnsweredAsRecorded`). */
export function answeredAsRecorded(recorded: RecordedResponse, { headers }: RecordedResponse) {
  const positions = new Map(recorded.headers.map(([name, value], at) => [`${name}: ${value}`, at]));
  const stored: AnsweredHeaders = headers.map(([name, value]) => positions.get(`${name}: ${value}`) ?? [name, value]);
  return { headers: stored };
}

const headersOf = (response: RecordedResponse, headers: AnsweredHeaders) =>
  headers.flatMap((one) => (typeof one === 'number' ? response.headers.slice(one, one + 1) : [one]));

/** Both sides of one request, its downstream calls, and all differences. */
export const ResultPayload = v.union([
  v.pipe(
    AnsweredAsRecorded,
    v.transform(
      ({ asRecorded: { request, response, acceptedVersion }, headers }): v.InferOutput<typeof Whole> => ({
        request,
        recorded: response,
        replayed: { ...response, headers: headersOf(response, headers) },
        differences: [],
        ...(acceptedVersion && { recordedAt: acceptedVersion.at }),
      }),
    ),
  ),
  Whole,
]);
export type ResultPayload = v.InferOutput<typeof Whole>;
