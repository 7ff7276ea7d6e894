import type { RecordingStore } from '../../../recordings/store/recordings.ts';
import type { AcceptanceStore } from '../../store/acceptances.ts';

/** Recordings that are restored at the same time. */
const AT_ONCE = 20;

/** What an undo did: recordings that have the version before again, and those that were changed since, or are gone. */
export interface UndoneAcceptance {
  restored: number;
  left: number;
}

/**
 * Creates the function that restores the versions that were current before a call accepted others; undefined if the run
 * has no such call. Recordings that have another version since keep it. A repeat restores what an undo that was cut off
 * has left.
 */
export const acceptanceUndo = ({
  acceptances,
  recordings,
}: {
  acceptances: AcceptanceStore;
  recordings: Pick<RecordingStore, 'versions'>;
}) =>
  async function undo(
    planId: string,
    at: number,
    by: { by: string; at: number },
  ): Promise<UndoneAcceptance | undefined> {
    const found = await acceptances.find(planId, at);
    if (found === undefined) return undefined;
    const done: UndoneAcceptance = { restored: 0, left: 0 };
    for (let from = 0; from < found.caseIds.length; from += AT_ONCE) {
      const outcomes = await Promise.all(
        found.caseIds
          .slice(from, from + AT_ONCE)
          .map((caseId) =>
            recordings.versions.restore(caseId, ({ accepted }) =>
              accepted?.from.planId === planId && accepted.at === at ? accepted.before : null,
            ),
          ),
      );
      for (const outcome of outcomes) done[outcome === 'restored' ? 'restored' : 'left']++;
    }
    await acceptances.note(planId, at, { undone: by });
    return done;
  };
