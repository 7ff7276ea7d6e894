import type { CallCounts } from './result-calls.ts';

/** Whether every downstream call of a request was answered from the recording. `counts`: absent or null without any. */
export const isAnsweredByMocks = (counts: CallCounts | null | undefined): boolean =>
  counts?.state === 'answered' && counts.recording > 0;
