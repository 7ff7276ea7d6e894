import type { Endpoint } from '../../platform/http/api.ts';
import type { ReportServices } from '../composition.ts';
import { createBadge, listBadges, removeBadge } from './badges/badge-tokens.ts';
import { readBadge } from './badges/read-badge.ts';
import { listReplays } from './list-replays.ts';
import { pollReplayRun } from './poll-replay-run.ts';
import { readProgress } from './read-progress.ts';
import { readReplay } from './read-replay.ts';

/** What is read of a run (spec 4.2, 4.5, interface 10). */
export const endpoints: readonly Endpoint<ReportServices>[] = [
  pollReplayRun,
  ...readProgress,
  listReplays,
  readReplay,
  readBadge,
  listBadges,
  createBadge,
  removeBadge,
];
