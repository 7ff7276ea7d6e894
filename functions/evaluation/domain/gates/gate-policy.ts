import * as v from 'valibot';
import { SentMetadata } from '../scores/score.ts';

/** Maximum rules of a policy (evaluation 4). */
const MAX_GATE_RULES = 50;

/** Maximum bytes of all comparison values of a policy. Every decision repeats them and must fit in one table row. */
const MAX_VALUE_BYTES = 128 * 1024;

/** Aggregations. `p1` to `p99` are percentiles by nearest rank (evaluation 3.9). */
const PLAIN_AGGREGATIONS = ['count', 'min', 'max', 'mean', 'sum', 'rate', 'last'] as const;
const PERCENTILE = /^p[1-9]\d?$/;

const NUMBER_OPS = ['eq', 'ne', 'gt', 'gte', 'lt', 'lte'] as const;

/** Comparison value of a field. A number is the decimal of its shortest text, because policies are canonical JSON. */
const Plain = v.union([v.pipe(v.number(), v.finite()), v.boolean(), v.pipe(v.string(), v.maxLength(1000))]);

const Id = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_.:-]{1,128}$/));

const common = {
  id: Id,
  on_missing: v.optional(v.picklist(['fail', 'skip']), 'fail'),
  enforcement: v.optional(v.picklist(['required', 'advisory']), 'required'),
};

/** One dotted name below a root of gate-facts.ts, without expressions (evaluation 3.9). */
const Field = v.pipe(
  v.string(),
  v.maxLength(200),
  v.regex(/^(framework_attempt|workflow_run|workflow_version|native)(\.[A-Za-z0-9_-]{1,128})+$/),
);

const field = { ...common, field: Field };

/** Compares one fact of the run. Unknown members are rejected, because a typo would silently weaken the gate. */
export const FieldRule = v.variant('op', [
  v.strictObject({ ...field, op: v.picklist(['eq', 'ne']), value: Plain }),
  v.strictObject({ ...field, op: v.picklist(['gt', 'gte', 'lt', 'lte']), value: v.pipe(v.number(), v.finite()) }),
  v.strictObject({ ...field, op: v.literal('in'), value: v.pipe(v.array(Plain), v.minLength(1), v.maxLength(100)) }),
]);
export type FieldRule = v.InferOutput<typeof FieldRule>;

/** Compares the aggregate of the trusted scores of one name, or its difference from the baseline's aggregate. */
export const MetricRule = v.strictObject({
  ...common,
  metric: Id,
  aggregation: v.union([v.picklist(PLAIN_AGGREGATIONS), v.pipe(v.string(), v.regex(PERCENTILE))]),
  /** Metadata that a score must have; each pair must be equal. */
  where: v.optional(SentMetadata),
  /** Default: 1, or 0 for `count`, whose value without rows is 0 (evaluation 5.8). */
  min_samples: v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(1))),
  op: v.picklist(NUMBER_OPS),
  threshold: v.pipe(v.number(), v.finite()),
  baseline: v.optional(
    v.strictObject({
      ref: v.picklist(['last_passing', 'run']),
      /** v - b, or (v - b) / |b|. */
      mode: v.picklist(['absolute', 'relative']),
    }),
  ),
});
export type MetricRule = v.InferOutput<typeof MetricRule>;

/** Has exactly one of `field` and `metric`: neither schema accepts the members of the other. */
export const GateRule = v.union([MetricRule, FieldRule]);
export type GateRule = v.InferOutput<typeof GateRule>;

const valueBytes = (rules: readonly GateRule[]): number =>
  Buffer.byteLength(JSON.stringify(rules.map((rule) => ('field' in rule ? rule.value : rule.threshold))));

/**
 * Manifest of a gate policy, `eval.gate-policy/v1` (evaluation 3.9). A policy without rules is valid and never passes.
 */
export const GatePolicy = v.object({
  schema: v.literal('eval.gate-policy/v1'),
  name: v.optional(v.pipe(v.string(), v.maxLength(200))),
  combine: v.optional(v.picklist(['all', 'any']), 'all'),
  rules: v.pipe(
    v.array(GateRule),
    v.maxLength(MAX_GATE_RULES),
    v.check((rules) => new Set(rules.map(({ id }) => id)).size === rules.length, 'rule ids are not unique'),
    v.check((rules) => valueBytes(rules) <= MAX_VALUE_BYTES, 'the values of the rules are too large'),
  ),
});
export type GatePolicy = v.InferOutput<typeof GatePolicy>;
