import * as v from 'valibot';

/** The version of a recording that was recorded. */
export const FIRST_VERSION = 1;

/** Maximum versions that are stored of a recording: the first one, and the newest of those that were accepted. */
export const MAX_VERSIONS = 10;

/** How a version came from a run: a person accepted what the run answered (interface 13). */
export const Accepted = v.object({
  version: v.number(),
  /** The version that was current before it: the one that an undo restores. */
  before: v.number(),
  from: v.object({ planId: v.string(), planItemId: v.string() }),
  by: v.string(),
  /** Epoch ms; one call has the same for each of its recordings. */
  at: v.number(),
  note: v.optional(v.string()),
});
export type Accepted = v.InferOutput<typeof Accepted>;

/** What the stored request, response and calls say of their version; absent in what was recorded. */
export const PayloadVersion = v.object({
  version: v.number(),
  /** When it was accepted, epoch ms: an expected change holds for what is older. */
  at: v.number(),
});
export type PayloadVersion = v.InferOutput<typeof PayloadVersion>;

/** The number of a version. */
export const versionOf = (accepted: { version: number } | undefined): number => accepted?.version ?? FIRST_VERSION;
