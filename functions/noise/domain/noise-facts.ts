import * as v from 'valibot';
import { compareText } from '../../platform/text-order.ts';

/** Why a field's value may differ though nothing changed (interface 3.1 a to d, in its order, and what `ai` adds). */
export const NoiseReason = v.picklist([
  'DIFFERS_BETWEEN_REPLAYS',
  'CURRENT_TIME',
  'RANDOM_ID',
  'TOKEN_CLAIMS',
  'LANGUAGE_MODEL',
]);
export type NoiseReason = v.InferOutput<typeof NoiseReason>;

/** In how many requests a reason explains a field, and in which forms (of a model: its words); never a value. */
export const ReasonCount = v.object({ reason: NoiseReason, requests: v.number(), forms: v.array(v.string()) });
export type ReasonCount = v.InferOutput<typeof ReasonCount>;

/** What is known of one field of an endpoint, over requests in which its value differs. */
export const FieldNoise = v.object({
  operation: v.string(),
  subject: v.string(),
  requests: v.number(),
  /** Requests with a difference at this field that no reason explains. */
  unexplained: v.number(),
  /** Requests that were sent once more and answered. */
  sentAgain: v.number(),
  reasons: v.array(ReasonCount),
});
export type FieldNoise = v.InferOutput<typeof FieldNoise>;

/** What judging a number of requests found. */
export const NoiseFacts = v.object({
  fields: v.array(FieldNoise),
  /** Fields that also differ in a way that noise cannot explain. */
  changed: v.array(v.object({ operation: v.string(), subject: v.string() })),
  /** Endpoints with a request that could not be judged to its end. */
  unjudged: v.array(v.string()),
});
export type NoiseFacts = v.InferOutput<typeof NoiseFacts>;

/** Adds facts up; the result does not depend on how requests were split. */
export function mergeNoiseFacts(all: readonly NoiseFacts[]): NoiseFacts {
  const fields = new Map<string, FieldNoise>();
  const changed = new Map<string, NoiseFacts['changed'][number]>();
  for (const facts of all) {
    for (const place of facts.changed) changed.set(keyOf(place), place);
    for (const field of facts.fields) {
      const present = fields.get(keyOf(field));
      fields.set(keyOf(field), present ? added(present, field) : field);
    }
  }
  return {
    fields: [...fields.values()],
    changed: [...changed.values()],
    unjudged: [...new Set(all.flatMap(({ unjudged }) => unjudged))],
  };
}

const keyOf = ({ operation, subject }: { operation: string; subject: string }) => JSON.stringify([operation, subject]);

const added = (a: FieldNoise, b: FieldNoise): FieldNoise => ({
  ...a,
  requests: a.requests + b.requests,
  unexplained: a.unexplained + b.unexplained,
  sentAgain: a.sentAgain + b.sentAgain,
  reasons: NoiseReason.options.flatMap((reason) => {
    const counts = [...a.reasons, ...b.reasons].filter((count) => count.reason === reason);
    if (counts.length === 0) return [];
    const requests = counts.reduce((sum, count) => sum + count.requests, 0);
    return [{ reason, requests, forms: [...new Set(counts.flatMap(({ forms }) => forms))].sort(compareText) }];
  }),
});
