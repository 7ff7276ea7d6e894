import type { JsonText } from '../../platform/values/typed-json.ts';
import type { ReplayRun } from './shown-replay-run.ts';

/** What a poll answers, as it is sent. */
export interface PollAnswer {
  bytes: JsonText<ReplayRun>;
  /** The tag of these bytes; null where the run has not ended, or there is none. */
  etag: string | null;
  /** Whether it stays the same as long as the rows that it was read from do. */
  isFinal: boolean;
}
