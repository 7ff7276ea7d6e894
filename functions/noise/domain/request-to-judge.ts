import type { RecordedRequest, RecordedResponse } from '../../recordings/domain/recorded-case.ts';
import type { MappedValue } from '../../replay/domain/results/result-payload.ts';
import type { CallsToJudge } from './judge-calls.ts';

/** One failing request with all data that distinguishes noise from change. */
export interface RequestToJudge {
  operation: string;
  request: RecordedRequest;
  recorded: RecordedResponse;
  replayed: RecordedResponse;
  /** The response to the same request sent again. Null if it was not sent, or got no response. */
  replayedAgain: RecordedResponse | null;
  recordedAt: number;
  /** Null if it was not recorded. */
  replayedAt: number | null;
  /** Opens a sealed value; absent where none can be opened. The values themselves never leave the judgement. */
  open?: ((placeholder: string) => string | null) | undefined;
  /** Values that stand for each other: fields with them do not differ. */
  mapped?: MappedValue[] | undefined;
  /** Differences of its downstream calls, and the calls of both replays; absent where none were noticed. */
  calls?: Omit<CallsToJudge, 'operation'> | undefined;
}
