import * as v from 'valibot';

/** A request that is replayed now. */
export const ActiveReplay = v.object({
  replayId: v.string(),
  planId: v.string(),
  planItemId: v.string(),
  appId: v.string(),
  caseId: v.string(),
  /** The version of the recording whose calls answer; absent as recorded. */
  version: v.optional(v.number()),
  traceId: v.string(),
  /** Epoch ms. */
  recordedAt: v.number(),
  enableMock: v.boolean(),
  /** Recorded answers have `[redacted]` in place of sealed values. */
  credentials: v.optional(v.literal('none')),
  /** Host name of the instance under test, as its URL has it; null in rows of versions before. */
  targetHost: v.optional(v.nullable(v.string()), null),
  /** Its run sends so many requests that its list of the application is spread over partitions. */
  isSpread: v.optional(v.literal(true)),
  /** Values that value mapping sent with the request (value-aliases.ts). */
  aliases: v.array(v.object({ replayed: v.string(), recorded: v.string(), thing: v.nullable(v.string()) })),
  startedAt: v.number(),
  /** Its calls are matched until then, epoch ms. */
  expiresAt: v.number(),
});
export type ActiveReplay = v.InferOutput<typeof ActiveReplay>;
