import * as v from 'valibot';
import { Digest } from '../../../platform/values/digest.ts';
import { Count, Time } from '../../../platform/values/shown-values.ts';
import { Backfill } from './backfill.ts';
import { PolicyExecution } from './policy-execution.ts';

/**
 * What became of one window of a policy as answers show it (evaluation 3.13); the document describes its times, pages
 * read them.
 */
export const shownExecution = <T extends v.GenericSchema<string, unknown>>(time: T) =>
  v.object({
    ...PolicyExecution.entries,
    window: v.object({ from: time, to: time }),
    created_at: time,
    completed_at: v.nullable(time),
  });

/** What became of one window of a policy as answers show it. */
export const ShownExecution = v.pipe(shownExecution(Time), v.title('PolicyExecution'));
export type ShownExecution = v.InferOutput<typeof ShownExecution>;

/** A backfill as answers show it (evaluation 3.13). */
export const shownBackfill = <T extends v.GenericSchema<string, unknown>>(time: T) =>
  v.object({
    backfill_id: v.string(),
    policy_id: v.string(),
    version: Count,
    policy_version: Digest,
    from: time,
    to: time,
    rate: v.number(),
    max_targets: Count,
    status: Backfill.entries.status,
    processed: Count,
    total: v.nullable(Count),
    error: Backfill.entries.error,
    created_by: v.string(),
    created_at: time,
    completed_at: v.nullable(time),
  });

/** A backfill as answers show it. */
export const ShownBackfill = v.pipe(shownBackfill(Time), v.title('Backfill'));
export type ShownBackfill = v.InferOutput<typeof ShownBackfill>;
