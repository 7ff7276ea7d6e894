import * as v from 'valibot';

/** A pass that seals the stored recordings of an application; times in epoch ms. */
export const SealingPass = v.object({
  /** Digests of the rules that it began with (seal-rule-digests.ts). */
  rules: v.array(v.string()),
  /** Name of the caller who started it. */
  by: v.string(),
  startedAt: v.number(),
  /** When its newest part ended. */
  at: v.number(),
  /** When it is due; of a claimed one, when its claim ends. Null: it has ended. */
  dueAt: v.nullable(v.number()),
  /** Which worker is at it; null: none. */
  claim: v.nullable(v.string()),
  /** Recordings that it has looked at, those that it has sealed, and those that it could not seal. */
  cases: v.number(),
  sealed: v.number(),
  missed: v.number(),
  /** A worker was interrupted, so that up to a page more is sealed than was counted. */
  isAtLeast: v.boolean(),
  /** Where it continues in the list of recordings; null before the first page, and after the last. */
  next: v.nullable(v.string()),
  /** Attempts of its next part that failed, without one that did not. */
  faults: v.number(),
});
export type SealingPass = v.InferOutput<typeof SealingPass>;

/** A pass before its first page. */
export const newSealingPass = (rules: readonly string[], by: string, startedAt: number): SealingPass => ({
  rules: [...rules],
  by,
  startedAt,
  at: startedAt,
  dueAt: startedAt,
  claim: null,
  cases: 0,
  sealed: 0,
  missed: 0,
  isAtLeast: false,
  next: null,
  faults: 0,
});

/** Whether it began with every rule that seals now. */
export const hasRules = ({ rules }: Pick<SealingPass, 'rules'>, digests: readonly string[]): boolean =>
  digests.every((digest) => rules.includes(digest));
