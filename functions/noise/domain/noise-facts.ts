import * as v from 'valibot';
import { Kind } from '../../compare/domain/kinds.ts';
import { sumOf } from '../../platform/values/sum-of.ts';
import { compareText } from '../../platform/values/text-order.ts';
import { addedPoints, CounterPoints } from './counters/counter-points.ts';

/** Why a field's value may differ without a change (interface 3.1 a to d, in its order, plus `ai`). */
export const NoiseReason = v.picklist([
  'DIFFERS_BETWEEN_REPLAYS',
  'DIFFERS_ON_BASELINE',
  'CURRENT_TIME',
  'RELATIVE_TIME',
  'ELAPSED_TIME',
  'MEASURED_DURATION',
  'LOAD_FIGURE',
  'RANDOM_ID',
  'TOKEN_CLAIMS',
  'SALTED_HASH',
  'SEEN_IN_OTHER_REQUESTS',
  'COUNTER',
  'APPEARS_LATER',
  'SORTED_BY_RANDOM_ID',
  'LANGUAGE_MODEL',
]);
export type NoiseReason = v.InferOutput<typeof NoiseReason>;

/**
 * Number of requests in which a reason explains a field, and the formats (for a model: its texts). Never contains
 * values.
 */
export const ReasonCount = v.object({ reason: NoiseReason, requests: v.number(), forms: v.array(v.string()) });
export type ReasonCount = v.InferOutput<typeof ReasonCount>;

/** A field of the requests of a downstream: what a rule for it needs. */
export const NoisyCall = v.object({ target: v.string(), field: v.string() });
export type NoisyCall = v.InferOutput<typeof NoisyCall>;

/** Facts of one field of an endpoint, over the requests in which its value (or the order of its list) differs. */
export const FieldNoise = v.object({
  operation: v.string(),
  subject: v.string(),
  /** Absent for a field of the response. */
  call: v.optional(NoisyCall),
  /** These are facts of the order of the list at `subject`, and of no value. */
  order: v.optional(v.boolean()),
  requests: v.number(),
  /** Requests with an unexplained difference at this field. */
  unexplained: v.number(),
  /** Requests that were sent again and answered. */
  sentAgain: v.number(),
  reasons: v.array(ReasonCount),
  /** Requests that the form of a random value alone explains, and the digest of that value if all have the same one. */
  byForm: v.optional(v.object({ requests: v.number(), value: v.nullable(v.string()) })),
  /** The digest of the shape that both sides of every request share; absent if there is none. */
  shape: v.optional(v.string()),
  /** Its whole numbers; absent unless every request has one. */
  counter: v.optional(CounterPoints),
});
export type FieldNoise = v.InferOutput<typeof FieldNoise>;

/**
 * Why a failing request has no second answer: its method may change data; it was not sent, because the run stopped or
 * requests that change data had followed; it was answered with a different status; or it was not answered.
 */
export const NoSecondAnswer = v.picklist(['UNSAFE_METHOD', 'NOT_SENT', 'OTHER_STATUS', 'NO_ANSWER']);
export type NoSecondAnswer = v.InferOutput<typeof NoSecondAnswer>;

const AnswerCounts = v.object({
  /** Requests that were answered with the same status as in the first replay. */
  answered: v.number(),
  without: v.array(v.object({ why: NoSecondAnswer, requests: v.number() })),
  /** Further requests that were sent, and how long their responses took, ms. */
  sent: v.number(),
  sentMs: v.number(),
});
export type AnswerCounts = v.InferOutput<typeof AnswerCounts>;

/** How many failing requests have a second answer, how many have none for which reason, and what that took. */
export const SecondAnswers = v.object({
  ...AnswerCounts.entries,
  /** The same of those that were sent again some seconds later, because the second answer did not explain them. */
  later: v.optional(AnswerCounts),
  /** They are of the running build, which was sent the requests again; absent in runs without it. */
  ofBaseline: v.optional(v.literal(true)),
});
export type SecondAnswers = v.InferOutput<typeof SecondAnswers>;

/** The second answers of a round. */
export const RoundSecondAnswers = v.object({
  ...SecondAnswers.entries,
  /** How long noise reduction took after the last request of the round, ms. */
  tookMs: v.number(),
});
export type RoundSecondAnswers = v.InferOutput<typeof RoundSecondAnswers>;

/** A field that differs in a way that noise cannot explain; `kind` is absent in facts of earlier versions. */
const ChangedField = v.object({ operation: v.string(), subject: v.string(), kind: v.optional(Kind) });

/** Result of judging a number of requests. */
export const NoiseFacts = v.object({
  fields: v.array(FieldNoise),
  /** Fields that also differ in a way that noise cannot explain. */
  changed: v.array(ChangedField),
  /** Endpoints with a request that could not be judged completely. */
  unjudged: v.array(v.string()),
  /** Absent in facts of earlier versions. */
  secondAnswers: v.optional(SecondAnswers),
});
export type NoiseFacts = v.InferOutput<typeof NoiseFacts>;

/** Merges facts. The result does not depend on how the requests were split. */
export function mergeNoiseFacts(all: readonly NoiseFacts[]): NoiseFacts {
  const fields = new Map<string, FieldNoise>();
  const changed = new Map<string, NoiseFacts['changed'][number]>();
  for (const facts of all) {
    for (const location of facts.changed)
      changed.set(JSON.stringify([location.operation, location.subject, location.kind]), location);
    for (const field of facts.fields) {
      const present = fields.get(keyOf(field));
      fields.set(keyOf(field), present ? added(present, field) : field);
    }
  }
  return {
    fields: [...fields.values()],
    changed: [...changed.values()],
    unjudged: [...new Set(all.flatMap(({ unjudged }) => unjudged))],
    secondAnswers: mergeSecondAnswers(all.flatMap(({ secondAnswers }) => secondAnswers ?? [])),
  };
}

function mergeSecondAnswers(all: readonly SecondAnswers[]): SecondAnswers {
  const later = all.flatMap((one) => one.later ?? []);
  return {
    ...addedCounts(all),
    ...(later.length > 0 && { later: addedCounts(later) }),
    ...(all.some(({ ofBaseline }) => ofBaseline) && { ofBaseline: true }),
  };
}

function addedCounts(all: readonly AnswerCounts[]): AnswerCounts {
  const without = Map.groupBy(
    all.flatMap((one) => one.without),
    ({ why }) => why,
  );
  return {
    answered: sumOf(all, ({ answered }) => answered),
    without: NoSecondAnswer.options.flatMap((why) => {
      const some = without.get(why);
      return some ? [{ why, requests: sumOf(some, ({ requests }) => requests) }] : [];
    }),
    sent: sumOf(all, ({ sent }) => sent),
    sentMs: sumOf(all, ({ sentMs }) => sentMs),
  };
}

/** What facts of several requests share: a field of an endpoint, or the order of its list. */
export const keyOf = ({ operation, subject, order }: Pick<FieldNoise, 'operation' | 'subject' | 'order'>): string =>
  JSON.stringify([operation, subject, order]);

function added(a: FieldNoise, b: FieldNoise): FieldNoise {
  const { byForm: formsOfA, shape, counter, ...rest } = a;
  const byForm = addedForms(formsOfA, b.byForm);
  return {
    ...rest,
    requests: a.requests + b.requests,
    unexplained: a.unexplained + b.unexplained,
    sentAgain: a.sentAgain + b.sentAgain,
    reasons: NoiseReason.options.flatMap((reason) => {
      const counts = [...a.reasons, ...b.reasons].filter((count) => count.reason === reason);
      if (counts.length === 0) return [];
      const requests = sumOf(counts, (count) => count.requests);
      return [{ reason, requests, forms: [...new Set(counts.flatMap(({ forms }) => forms))].sort(compareText) }];
    }),
    ...(byForm && { byForm }),
    ...(shape !== undefined && shape === b.shape && { shape }),
    ...addedPoints(counter, b.counter),
  };
}

function addedForms(a: FieldNoise['byForm'], b: FieldNoise['byForm']): FieldNoise['byForm'] {
  if (a === undefined || b === undefined) return a ?? b;
  return { requests: a.requests + b.requests, value: a.value === b.value ? a.value : null };
}
