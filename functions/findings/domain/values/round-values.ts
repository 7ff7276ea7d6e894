import * as v from 'valibot';
import { Kind } from '../../../compare/domain/kinds.ts';

/** A recorded value with the replayed one, as every reader may see them, and the requests that show them. */
export const ValuePair = v.object({
  recorded: v.nullable(v.string()),
  replayed: v.nullable(v.string()),
  /**
   * What was recorded, where `recorded` is the value of the running build; null if it lacks the value. Absent in other
   * runs, and where it is unknown.
   */
  asRecorded: v.optional(v.nullable(v.string())),
  requests: v.number(),
  /** Position in the plan of one of them. */
  item: v.number(),
});
export type ValuePair = v.InferOutput<typeof ValuePair>;

/** The most frequent values of one difference of one endpoint, most frequent first. */
export const FieldValues = v.object({
  operation: v.string(),
  kind: Kind,
  subject: v.string(),
  pairs: v.array(ValuePair),
});
export type FieldValues = v.InferOutput<typeof FieldValues>;

/** Sample values of the differences of a round. */
export const RoundValues = v.object({
  fields: v.array(FieldValues),
  /** Of what the running build answered unlike the recording; absent in runs without it. */
  moved: v.optional(v.array(FieldValues)),
  /** Failing requests whose values were read. */
  read: v.number(),
  /** Failing requests; the counts of pairs are exact if all were read. */
  failing: v.number(),
});
export type RoundValues = v.InferOutput<typeof RoundValues>;
