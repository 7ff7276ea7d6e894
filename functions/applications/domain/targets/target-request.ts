import * as v from 'valibot';

/** Maximum open requests of an application. */
export const MAX_TARGET_REQUESTS = 20;
/** How long a request stays open, ms. */
export const TARGET_REQUEST_MS = 30 * 24 * 3_600_000;

/** A caller's request that an administrator allows an address (interface 14). */
export const TargetRequest = v.object({
  /** An origin. */
  address: v.string(),
  /** The name of the caller. */
  askedBy: v.string(),
  /** Epoch ms. */
  at: v.number(),
});
export type TargetRequest = v.InferOutput<typeof TargetRequest>;
