import { claimAnalysisJob } from '../analysis/api/claim-analysis-job.ts';
import { writeDiagnosis } from '../analysis/api/write-diagnosis.ts';
import { deleteChannel } from '../notifications/api/delete-channel.ts';
import { listChannels } from '../notifications/api/list-channels.ts';
import { saveChannel } from '../notifications/api/save-channel.ts';
import { testChannel } from '../notifications/api/test-channel.ts';
import type { Endpoint } from '../platform/http/api.ts';
import { triggerReplay } from '../replay/api/trigger-replay.ts';
import { pollReplayRun } from '../report/api/poll-replay-run.ts';
import { readStoredResult } from '../report/api/read-stored-result.ts';

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
