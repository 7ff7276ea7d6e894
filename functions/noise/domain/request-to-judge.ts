import type { RecordedRequest, RecordedResponse } from '../../recordings/domain/recorded-case.ts';
import type { MappedValue } from '../../replay/domain/results/result-payload.ts';
import type { CallsToJudge } from './judge-calls.ts';
import type { NoiseReason } from './noise-facts.ts';

/** One failing request with all data that distinguishes noise from change. */
export interface RequestToJudge {
  operation: string;
  request: RecordedRequest;
  recorded: RecordedResponse;
  replayed: RecordedResponse;
  /**
   * The response to the same request sent again, to the running build where there is one. Null if it was not sent, or
   * got no response.
   */
  replayedAgain: RecordedResponse | null;
  /** Responses to the same request some seconds later; absent if it was not sent then. */
  later?: LaterResponses | undefined;
  /** The address of the replayed build; absent where nothing is known of it. */
  targetEnv?: string | undefined;
  /** The address of the running build, whose response is `recorded`; absent if that is the recorded one. */
  baselineEnv?: string | undefined;
  recordedAt: number;
  /** Null if it was not recorded. */
  replayedAt: number | null;
  /** Opens a sealed value; absent where none can be opened. The values themselves never leave the judgement. */
  open?: ((placeholder: string) => string | null) | undefined;
  /** Values that stand for each other: fields with them do not differ. */
  mapped?: MappedValue[] | undefined;
  /** Differences of its downstream calls, and the calls of both replays; absent where none were noticed. */
  calls?: Omit<CallsToJudge, 'operation' | 'differs'> | undefined;
}

/** Responses to a request that was sent after the last request of its round. */
interface LaterResponses {
  /** In the order of sending. */
  responses: readonly RecordedResponse[];
  /** Requests after the first replay may have changed data: only these responses may be compared with each other. */
  isDataChanged: boolean;
}

/** Two responses of the same build to the same request, between which no request changed data. */
export type SamePair = readonly [earlier: RecordedResponse, later: RecordedResponse];

/** The first response of the build that is sent the request again. */
export const firstAnswer = ({
  recorded,
  replayed,
  baselineEnv,
}: Pick<RequestToJudge, 'recorded' | 'replayed' | 'baselineEnv'>): RecordedResponse =>
  baselineEnv === undefined ? replayed : recorded;

/** That a request was sent again, as a reason. What only the target answers otherwise each time is a change. */
export const differsReason = ({ baselineEnv }: Pick<RequestToJudge, 'baselineEnv'>): NoiseReason =>
  baselineEnv === undefined ? 'DIFFERS_BETWEEN_REPLAYS' : 'DIFFERS_ON_BASELINE';

/** The pairs of responses of a request whose differences are noise. */
export function pairsOf(one: RequestToJudge): SamePair[] {
  const { replayedAgain, later } = one;
  const once = firstAnswer(one);
  const pairs: SamePair[] = replayedAgain === null ? [] : [[once, replayedAgain]];
  const { responses = [], isDataChanged = false } = later ?? {};
  const [first, ...others] = isDataChanged ? responses : [once, ...responses];
  if (first !== undefined) for (const other of others) pairs.push([first, other]);
  return pairs;
}
