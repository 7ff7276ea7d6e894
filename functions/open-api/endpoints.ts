import type { Endpoint } from '../http/api.ts';
import { claimAnalysisJob } from './claim-analysis-job.ts';
import { deleteChannel } from './delete-channel.ts';
import { listChannels } from './list-channels.ts';
import { pollReplayRun } from './poll-replay-run.ts';
import { readStoredResult } from './read-stored-result.ts';
import { saveChannel } from './save-channel.ts';
import { testChannel } from './test-channel.ts';
import { triggerReplay } from './trigger-replay.ts';
import { writeDiagnosis } from './write-diagnosis.ts';

/** The replay trigger Open API (spec 4). */
export const endpoints: readonly Endpoint[] = [
  triggerReplay,
  pollReplayRun,
  readStoredResult,
  writeDiagnosis,
  claimAnalysisJob,
  listChannels,
  saveChannel,
  deleteChannel,
  testChannel,
];
