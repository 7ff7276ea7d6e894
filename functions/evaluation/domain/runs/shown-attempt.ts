import * as v from 'valibot';
import { Count, Share, Time } from '../../../platform/values/shown-values.ts';
import { FrameworkAttempt } from './attempt.ts';

/** Members of an attempt that answers do not show: what else is stored is shown. */
export const INTERNAL_OF_ATTEMPT = ['progress_event_at', 'scores_digest', 'next_host_sequence', 'expiresAt'] as const;

/** An attempt as answers show it (evaluation 3.8); the document describes its times, pages read them. */
export const shownAttempt = <T extends v.GenericSchema<string, unknown>>(time: T) =>
  v.object({
    ...v.omit(FrameworkAttempt, INTERNAL_OF_ATTEMPT).entries,
    attempt_id: v.string(),
    workflow_run_id: v.string(),
    ordinal: Count,
    retry_of: v.nullable(v.string()),
    lease: v.nullable(v.object({ epoch: Count, expires_at: time })),
    progress: Share,
    started_at: v.nullable(time),
    ended_at: v.nullable(time),
    projection: v.object({ ...FrameworkAttempt.entries.projection.entries, projected_count: Count }),
    replay: v.nullable(
      v.object({
        plan_id: v.string(),
        status_url: v.string(),
        report_url: v.string(),
        findings_state: v.nullable(v.string()),
      }),
    ),
  });

/** An attempt as answers show it. */
export const ShownAttempt = v.pipe(shownAttempt(Time), v.title('FrameworkAttempt'));
export type ShownAttempt = v.InferOutput<typeof ShownAttempt>;
