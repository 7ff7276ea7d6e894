import type { RetentionPass } from '../../../applications/domain/retention/retention-state.ts';
import type { RecordingStore } from '../../../recordings/store/recordings.ts';
import { type EarlyRunParts, removeEarlyRuns } from './early-runs.ts';

/** What deletes what is too old. */
export interface DeletionParts extends EarlyRunParts {
  recordings: Pick<RecordingStore, 'removeEarly'>;
  startupCalls: { removeBefore(appId: string, time: number): Promise<void> };
}

/**
 * Deletes what is too old, a page of recordings or a run at a time, and yields the pass after each: what remains
 * follows from what is stored, so that a pass can end anywhere, also by a crash, and continue or begin again.
 */
export async function* deletions(parts: DeletionParts, appId: string, from: RetentionPass) {
  const { recordings, startupCalls } = parts;
  const { cases, plans } = from.cutoffs;
  let pass = from;
  while (cases !== null && !pass.hasCases) {
    const { removed, next } = await recordings.removeEarly(appId, cases, pass.location);
    if (next === null) await startupCalls.removeBefore(appId, cases);
    pass = { ...pass, location: next, hasCases: next === null, deleted: more(pass, { cases: removed }) };
    yield pass;
  }
  for await (const runs of removeEarlyRuns(parts, appId, plans)) {
    pass = { ...pass, deleted: more(pass, { plans: runs }) };
    yield pass;
  }
}

const more = ({ deleted }: RetentionPass, { cases = 0, plans = 0 }: { cases?: number; plans?: number }) => ({
  cases: deleted.cases + cases,
  plans: deleted.plans + plans,
});
