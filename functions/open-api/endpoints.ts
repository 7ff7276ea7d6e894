import type { Endpoint } from '../http/api.ts';
import { pollReplayRun } from './poll-replay-run.ts';
import { readStoredResult } from './read-stored-result.ts';
import { triggerReplay } from './trigger-replay.ts';

/** The replay trigger Open API (spec 4). */
export const endpoints: readonly Endpoint[] = [triggerReplay, pollReplayRun, readStoredResult];
