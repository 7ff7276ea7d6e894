import * as v from 'valibot';
import { type RedactRule, RedactRules } from '../../../applications/domain/redact-rule.ts';
import { mergePatch } from '../../../platform/json/merge-patch.ts';
import { Digest } from '../../../platform/values/digest.ts';
import { MAX_SET_CASES } from '../replay-regression/case-set.ts';
import { PlainObject } from '../string-pairs.ts';

const isText = (text: string) => text.isWellFormed();
const Text = (min: number, max: number) => v.pipe(v.string(), v.minLength(min), v.maxLength(max), v.check(isText));
const integer = (min: number, max: number) => v.pipe(v.number(), v.integer(), v.minValue(min), v.maxValue(max));

const DAY_S = 86_400;
const MAX_KEYS = 20;
const isSmall = (filter: object) => Object.keys(filter).length <= MAX_KEYS;

/** One value, or a list of which any matches. */
const Wanted = v.union([Text(1, 1000), v.pipe(v.array(Text(1, 1000)), v.minLength(1), v.maxLength(100))]);
export type Wanted = v.InferOutput<typeof Wanted>;

const Tags = v.pipe(
  PlainObject,
  v.metadata({
    jsonSchema: {
      type: 'object',
      additionalProperties: { anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' }, minItems: 1 }] },
    },
  }),
  v.record(Text(1, 128), Wanted),
  v.check((tags) => isSmall(tags)),
);

/** Filter of recorded cases: every key must match exactly (evaluation 3.13). Any other key is a tag. */
const Filter = v.pipe(
  v.objectWithRest(
    { app_id: Text(1, 200), operations: v.optional(Wanted), case_tags: v.optional(Tags) },
    v.union([Wanted, Tags]),
  ),
  v.check((filter) => isSmall(filter)),
  v.check(({ app_id: _, operations: __, case_tags: ___, ...tags }) =>
    Object.entries(tags).every(([name, wanted]) => name.length <= 128 && isText(name) && v.is(Wanted, wanted)),
  ),
);

const Redacted = v.object({
  headers: v.optional(v.array(v.string()), []),
  json_paths: v.optional(v.array(v.string()), []),
});
export type Redaction = v.InferOutput<typeof Redacted>;

/** The rules of a redaction in the format of recordings. */
export const redactRules = ({ headers, json_paths }: Redaction): RedactRule[] => [
  ...headers.map((header) => ({ header })),
  ...json_paths.map((path) => ({ path })),
];

/** What is redacted from recordings before their digests are calculated. */
const Redaction = v.pipe(
  Redacted,
  v.check((redaction) => v.is(RedactRules, redactRules(redaction))),
);

/** Excludes cases recorded from the service's own replays, so that they are never replayed. */
const LOOP_GUARD = { key: 'eval.execution', equals: 'true' };
const Exclusion = v.object({ key: Text(1, 128), equals: Text(0, 1000) });
const Exclusions = v.pipe(
  v.optional(v.pipe(v.array(Exclusion), v.maxLength(50)), []),
  v.transform((given) => [
    ...given.filter(({ key, equals }) => key !== LOOP_GUARD.key || equals !== LOOP_GUARD.equals),
    LOOP_GUARD,
  ]),
);

/** What a policy does: every field that its version covers (evaluation 3.13). */
const SPEC = {
  workflow_version_digest: v.pipe(
    v.string(),
    v.check((text) => v.is(Digest, text), 'invalid_digest'),
  ),
  /** Required for such a workflow, because its requests cannot be undone. */
  allow_live: v.optional(v.boolean(), false),
  filter: Filter,
  sampling: v.object({
    strategy: v.optional(v.literal('stable_hash'), 'stable_hash'),
    rate: v.pipe(v.number(), v.gtValue(0), v.maxValue(1)),
    /** Null: use the policy_version. */
    salt: v.nullish(Text(1, 256), null),
  }),
  schedule: v.object({ every_s: integer(60, DAY_S) }),
  watermark: v.optional(v.object({ wait_for_late_s: v.optional(integer(0, DAY_S), 120) }), {}),
  budgets: v.optional(
    v.object({
      max_runs_per_hour: v.optional(integer(1, 60), 10),
      max_targets_per_run: v.optional(integer(1, MAX_SET_CASES), 1000),
      max_targets_per_day: v.optional(integer(1, 1_000_000), 20_000),
    }),
    {},
  ),
  redaction: v.optional(Redaction, {}),
  exclusions: Exclusions,
};

export const PolicySpec = v.object(SPEC);
export type PolicySpec = v.InferOutput<typeof PolicySpec>;

/** Name of a policy, shown in lists. */
const Name = v.pipe(Text(1, 128), v.regex(/\S/));

/** A policy as sent; omitted members get their defaults. Unknown members are dropped, and so never hashed. */
export const PolicyBody = v.object({ name: Name, enabled: v.optional(v.boolean(), true), ...SPEC });
export type PolicyBody = v.InferOutput<typeof PolicyBody>;

/** Names that a tag cannot have, because v.record drops them from its input. */
const UNREADABLE_NAMES: readonly string[] = ['__proto__', 'constructor', 'prototype'];
const Tagged = v.object({ filter: v.custom<object>((value) => typeof value === 'object' && value !== null) });

/** Paths of tags with such names in a sent body. */
export function unreadableTags(body: unknown): string[][] {
  const parsed = v.safeParse(Tagged, body);
  if (!parsed.success) return [];
  const { filter } = parsed.output;
  const tags = 'case_tags' in filter && typeof filter.case_tags === 'object' ? (filter.case_tags ?? {}) : {};
  const namesIn = (object: object) => UNREADABLE_NAMES.filter((name) => Object.hasOwn(object, name));
  return [
    ...namesIn(filter).map((name) => ['filter', name]),
    ...namesIn(tags).map((name) => ['filter', 'case_tags', name]),
  ];
}

/** Applies a JSON merge patch (RFC 7396). The result is validated like any other body. */
export const patchedBody = (body: PolicyBody, patch: unknown): unknown => mergePatch(body, patch);
