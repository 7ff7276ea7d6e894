import type { FunctionUses } from '../../platform/function-uses.ts';

/** What starts the runs of schedules. */
export const SCHEDULE_TICKER_USES = {
  table: true,
  blobs: true,
  egress: true,
  keys: { seals: ['pass-thresholds'], opens: ['schedule-thresholds'] },
  workflows: { starts: ['replay'] },
} as const satisfies FunctionUses;
