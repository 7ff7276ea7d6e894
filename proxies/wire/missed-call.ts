import type { MissedCall } from '../downstream.ts';

const REASONS: Readonly<Record<MissedCall['reason'], string>> = {
  NO_CALL_RECORDED: 'the recording has no call of this kind',
  ALL_CONSUMED: 'every recorded call like it has already been used',
  NO_MATCH: 'no recorded call matches',
  MOCKING_OFF: 'mocking is off',
  REPLAY_NOT_FOUND: 'no replay is in progress, and no such call was recorded outside of requests',
  REPLAY_ID_NEEDED: 'calls to this target need a replay id; with mocks.correlation: headers, trace ids count too',
  REPLAY_AMBIGUOUS: 'several replays are in progress, and the call does not name one',
  SERVICE_UNAVAILABLE: 'the replay service did not answer',
};

/** Says why a call has no answer, for the error that the application gets: operations and paths, never values. */
export function missText({ reason, nearest }: MissedCall): string {
  const [first] = nearest;
  const near =
    first === undefined ? '' : `; nearest: ${first.operation}, differs in ${first.differs.join(', ') || 'nothing'}`;
  return `replay: not answered from the recording, as ${REASONS[reason]} (${reason})${near}`;
}
