import type { RecorderCounts } from '../record/recorder-counts.ts';

/** Why a recording has no case, in words; null if it has one. */
export function nothingRecorded(counts: RecorderCounts, at: string): string | null {
  if (counts.recorded > 0) return null;
  if (counts.leftOut > 0) return 'Nothing was recorded: every request was left out; --keep and --include change that.';
  if (counts.broken > 0) return 'Nothing was recorded: the target did not answer.';
  if (counts.http2 > 0) return 'Nothing was recorded: clients used HTTP/2, which is not recorded; gRPC is HTTP/2.';
  if (counts.replays > 0) return 'Nothing was recorded: only replayed requests came.';
  const others = counts.tooLarge + counts.dropped + counts.upgraded + counts.refused;
  return others > 0 ? 'Nothing was recorded.' : `Nothing was recorded: no request came to ${at}.`;
}
