import * as v from 'valibot';

/** Maximum targets of an application that are allowed until they are removed. */
export const MAX_TARGETS = 100;

/** An address that may receive the recorded credentials of an application (interface 14). */
export const Target = v.object({
  /** An origin, or `https://*.suffix`, as `parseOriginPattern` writes it. */
  address: v.string(),
  /** The name of the administrator. */
  allowedBy: v.string(),
  /** Epoch ms. */
  at: v.number(),
  /** The only run that it is allowed for. */
  for: v.optional(v.string()),
});
export type Target = v.InferOutput<typeof Target>;
