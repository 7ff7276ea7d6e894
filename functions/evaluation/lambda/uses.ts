import type { FunctionUses } from '../../platform/function-uses.ts';

/** What looks on a schedule after runs, and after what is due of policies. */
export const SCHEDULE_USES = {
  table: true,
  blobs: true,
  egress: true,
  keys: {},
  workflows: { starts: ['evaluation'] },
} as const satisfies FunctionUses;
