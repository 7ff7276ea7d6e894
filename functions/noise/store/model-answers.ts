import * as v from 'valibot';
import type { DailyQuota } from '../../platform/daily-quota.ts';
import { inlineOrBlob } from '../../platform/table/inline-or-blob.ts';
import { blobKeyOf } from '../../platform/values/families/blob-families.ts';
import { partitionOf } from '../../platform/values/families/row-families.ts';
import { padded } from '../../platform/values/padded.ts';
import type { World } from '../../platform/world.ts';
import type { ReplayPlan } from '../../replay/domain/plan.ts';

/** A language model's answer about a round, with its cost. Requested once, so that a crash does not cost twice. */
export const StoredAnswer = v.object({
  /** The parsed answer. Null if there is none. */
  value: v.unknown(),
  calls: v.number(),
  tokens: v.object({ input: v.number(), output: v.number() }),
  cost: v.nullable(v.number()),
});
export type StoredAnswer = v.InferOutput<typeof StoredAnswer>;

/** Maximum retries to take from the daily quota against concurrent callers. */
const MAX_ATTEMPTS = 20;

/**
 * Answers of the language model: pk `T#<tenant>#PLAN#<planId>`, sk `MODEL#<n>#<name>`, and `MODELUSE#<n>#<quota>` once
 * one use of the daily quota is taken. They expire with their plan.
 */
export function modelAnswers(
  { table, blobs, quota }: Pick<World, 'table' | 'blobs'> & { quota: DailyQuota },
  tenant: string,
) {
  const values = inlineOrBlob(blobs);
  const key = (planId: string, round: number, row: string, name: string) => ({
    pk: partitionOf('plans', tenant, planId),
    sk: `${row}#${padded(round, 4)}#${name}`,
  });

  return {
    async find(planId: string, round: number, name: string): Promise<StoredAnswer | undefined> {
      const row = await table.get(key(planId, round, 'MODEL', name));
      const value = row && (await values.read(row));
      return value === undefined ? undefined : v.parse(StoredAnswer, value);
    },

    async put({ planId, expiresAt }: ReplayPlan, round: number, name: string, answer: StoredAnswer): Promise<void> {
      const blob = blobKeyOf('plans', encodeURIComponent(tenant), planId, `model-${round}-${name}`);
      const { tokens, calls, cost } = answer;
      const spent = { inputTokens: tokens.input, outputTokens: tokens.output, calls, cost };
      await table.put({
        ...key(planId, round, 'MODEL', name),
        ...spent,
        ...(await values.write(blob, answer)),
        expiresAt,
      });
    },

    /** Takes one use of the daily quota for this round, once. False if the quota is exhausted. */
    async take({ planId, expiresAt }: ReplayPlan, round: number, name: string, max: number): Promise<boolean> {
      const taken = key(planId, round, 'MODELUSE', name);
      for (let tries = 0; tries < MAX_ATTEMPTS; tries++) {
        if ((await table.get(taken)) !== undefined) return true;
        const use = await quota.reserve(name, max);
        if (use === null) return false;
        if (await table.transact([use, { put: { ...taken, expiresAt }, when: 'absent' }])) return true;
      }
      return false;
    },
  };
}
