import * as v from 'valibot';

const Pairs = v.fallback(v.array(v.object({ name: v.string(), value: v.fallback(v.string(), '') })), []);
const size = v.fallback(v.number(), -1);

/** The request of an entry. */
export const HarRequest = v.object({
  method: v.string(),
  url: v.string(),
  headers: Pairs,
  queryString: Pairs,
  bodySize: size,
  postData: v.nullish(
    v.object({
      mimeType: v.fallback(v.string(), ''),
      text: v.fallback(v.nullish(v.string(), null), null),
      encoding: v.fallback(v.nullish(v.string(), null), null),
      params: v.fallback(
        v.array(
          v.object({
            name: v.string(),
            value: v.fallback(v.nullish(v.string(), null), null),
            fileName: v.fallback(v.nullish(v.string(), null), null),
            contentType: v.fallback(v.nullish(v.string(), null), null),
          }),
        ),
        [],
      ),
    }),
    null,
  ),
});
export type HarRequest = v.InferOutput<typeof HarRequest>;

/** The members of a HAR entry that are read; members of a wrong type count as absent where possible. */
export const HarEntry = v.object({
  startedDateTime: v.fallback(v.nullish(v.string(), null), null),
  time: v.fallback(v.nullish(v.number(), null), null),
  request: HarRequest,
  response: v.object({
    status: v.number(),
    headers: Pairs,
    content: v.fallback(
      v.object({
        size: v.fallback(v.nullish(v.number(), null), null),
        mimeType: v.fallback(v.nullish(v.string(), null), null),
        text: v.fallback(v.nullish(v.string(), null), null),
        encoding: v.fallback(v.nullish(v.string(), null), null),
        comment: v.fallback(v.nullish(v.string(), null), null),
      }),
      { size: null, mimeType: null, text: null, encoding: null, comment: null },
    ),
  }),
  _webSocketMessages: v.optional(v.unknown()),
  _resourceType: v.optional(v.unknown()),
  /** `false`: our own export of a case whose response was not recorded. */
  _responseRecorded: v.optional(v.unknown()),
  /** Downstream calls of the case, of our own export. */
  _downstream: v.optional(v.unknown()),
});
export type HarEntry = v.InferOutput<typeof HarEntry>;
