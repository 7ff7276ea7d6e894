import * as v from 'valibot';

const Matchers = v.fallback(v.nullish(v.record(v.string(), v.unknown()), {}), {});

/** The request pattern of a stub; members that are not read here match by a pattern. */
export const StubRequest = v.looseObject({
  method: v.fallback(v.nullish(v.string(), 'ANY'), 'ANY'),
  url: v.fallback(v.nullish(v.string(), null), null),
  urlPath: v.fallback(v.nullish(v.string(), null), null),
  host: v.optional(v.unknown()),
  headers: Matchers,
  cookies: Matchers,
  queryParameters: Matchers,
  bodyPatterns: v.nullish(v.array(v.unknown()), []),
  basicAuthCredentials: v.optional(v.unknown()),
});
export type StubRequest = v.InferOutput<typeof StubRequest>;

const HeaderValue = v.union([v.string(), v.number(), v.boolean(), v.array(v.union([v.string(), v.number()]))]);

/** The response of a stub. */
export const StubResponse = v.looseObject({
  status: v.nullish(v.number(), 200),
  headers: v.nullish(v.record(v.string(), HeaderValue), {}),
  body: v.nullish(v.string(), null),
  jsonBody: v.optional(v.unknown()),
  base64Body: v.nullish(v.string(), null),
  bodyFileName: v.nullish(v.string(), null),
  fixedDelayMilliseconds: v.fallback(v.nullish(v.number(), null), null),
  transformers: v.fallback(v.nullish(v.array(v.unknown()), []), []),
});
export type StubResponse = v.InferOutput<typeof StubResponse>;

/** A stub mapping, as files below `mappings/` and recordings of WireMock hold it. */
export const StubMapping = v.looseObject({
  request: StubRequest,
  response: StubResponse,
  priority: v.fallback(v.nullish(v.number(), null), null),
  /** What our own export keeps of a case, which a stub does not match by. */
  metadata: v.fallback(
    v.nullish(
      v.object({
        recorded: v.nullish(
          v.object({
            at: v.string(),
            durationMs: v.nullable(v.number()),
            headers: v.array(v.tuple([v.string(), v.string()])),
          }),
          null,
        ),
      }),
      null,
    ),
    null,
  ),
  scenarioName: v.fallback(v.nullish(v.string(), null), null),
});
export type StubMapping = v.InferOutput<typeof StubMapping>;
