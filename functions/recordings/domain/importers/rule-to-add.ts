import * as v from 'valibot';

/** An ignore rule of a file, in the form in which it is added. */
export const RuleToAdd = v.object({
  kind: v.literal('ignore'),
  operation: v.nullable(v.string()),
  target: v.picklist(['response', 'response-headers']),
  path: v.string(),
  comment: v.string(),
});
export type RuleToAdd = v.InferOutput<typeof RuleToAdd>;
