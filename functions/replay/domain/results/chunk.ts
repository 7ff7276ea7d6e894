import * as v from 'valibot';

/** One request of a plan before it is sent: ids only, the payload stays with the recording. */
export const PlannedCase = v.object({
  /** Position in the plan from 0; together with the plan's id it forms the planItemId. */
  item: v.number(),
  caseId: v.string(),
  /**
   * The version of the recording that is sent and compared with, if a person accepted it from a run; absent as
   * recorded.
   */
  version: v.optional(v.number()),
  operation: v.string(),
  /** Absent in chunks from before it was recorded, and where the recording is unreadable. */
  method: v.optional(v.string()),
  session: v.nullable(v.string()),
  traceId: v.string(),
  recordedAt: v.number(),
  /**
   * Status and duration as recorded, so that its head is not read again when it is sent. Absent in chunks from before
   * they were kept, and where the recording is unreadable.
   */
  recorded: v.optional(v.object({ status: v.nullable(v.number()), durationMs: v.nullable(v.number()) })),
  /** It sends a credential that no recorded response issued (sessions/cut-session.ts). */
  cut: v.optional(v.literal(true)),
  /** Epoch ms at which it begins and ends in the recorded order; absent where sessions alone are ordered. */
  span: v.optional(v.tuple([v.number(), v.number()])),
  /** Its resource families, where these are ordered (domain/order/families.ts). */
  families: v.optional(v.array(v.string())),
  /** It ends its session; absent where sessions alone are ordered, and in chunks from before it was recorded. */
  logsOut: v.optional(v.literal(true)),
});
export type PlannedCase = v.InferOutput<typeof PlannedCase>;
export type RecordedEnd = NonNullable<PlannedCase['recorded']>;

/**
 * An earlier recorded request that completes a session: it is sent and stored, but does not count as a request of the
 * round.
 */
export const PreparingCase = v.object({
  /** `item`: from the number of requests of the round on. */
  ...PlannedCase.entries,
  /** The item of the session before which it is sent. */
  before: v.number(),
});
export type PreparingCase = v.InferOutput<typeof PreparingCase>;

/**
 * Requests that one worker sends. A session is never split over two chunks, but where the recorded order holds for all
 * requests: then chunks are sent one after the other.
 */
export const Chunk = v.object({
  chunk: v.number(),
  first: v.number(),
  cases: v.array(PlannedCase),
  /** Of its sessions, in the order of recording; absent if there are none. */
  preparation: v.optional(v.array(PreparingCase)),
});
export type Chunk = v.InferOutput<typeof Chunk>;

/** The progress of a worker; updated every second while it sends (interface 2.3). */
export const ChunkProgress = v.object({
  chunk: v.number(),
  /** Requests with an outcome. */
  done: v.number(),
  /** Of these, the failing ones; absent in rows from before they were counted. */
  failing: v.optional(v.number()),
  timeouts: v.number(),
  timeoutsInRow: v.number(),
});
export type ChunkProgress = v.InferOutput<typeof ChunkProgress>;
