import * as v from 'valibot';

/** Why a request that changes data went to both builds (domain/baseline/why-sent-to-both.ts). */
export const WhySentToBoth = v.picklist(['mocks', 'separateData', 'login']);
export type WhySentToBoth = v.InferOutput<typeof WhySentToBoth>;

/** How many requests that change data went to both builds, by the reason. */
export const SentToBoth = v.object({ mocks: v.number(), separateData: v.number(), login: v.number() });
export type SentToBoth = v.InferOutput<typeof SentToBoth>;

/** Counts requests by the reason; absent where none changes data. */
export function sentToBoth(heads: readonly { sentToBoth?: WhySentToBoth | undefined }[]): { sentToBoth?: SentToBoth } {
  const counts = { mocks: 0, separateData: 0, login: 0 };
  for (const { sentToBoth: why } of heads) if (why !== undefined) counts[why]++;
  return addedSentToBoth([counts]);
}

/** Adds the counts of several chunks. */
export function addedSentToBoth(parts: readonly SentToBoth[]): { sentToBoth?: SentToBoth } {
  const added = { mocks: 0, separateData: 0, login: 0 };
  for (const part of parts) for (const why of WhySentToBoth.options) added[why] += part[why];
  return Object.values(added).some((count) => count > 0) ? { sentToBoth: added } : {};
}
