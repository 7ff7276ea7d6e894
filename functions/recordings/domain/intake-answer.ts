import * as v from 'valibot';
import { Count } from '../../platform/values/shown-values.ts';

/** The result of each entry of a body or file; `index` counts them from 0 (interface 10). */
export const IntakeAnswer = v.object({
  accepted: Count,
  duplicates: Count,
  rejected: v.array(v.object({ index: Count, reason: v.string() })),
});
export type IntakeAnswer = v.InferOutput<typeof IntakeAnswer>;
