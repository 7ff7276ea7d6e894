import type { CallRequest, Correlation, MatchAnswer } from './downstream.ts';

/** Asks for the answers of calls. Never rejects. */
export interface MatchClient {
  match(correlation: Correlation, call: CallRequest): Promise<MatchAnswer>;
  matchStartup(call: CallRequest): Promise<MatchAnswer>;
}

/** Whether a call may be one that the application makes outside of requests, as at its start. */
export const mayBeStartup = (correlation: Correlation, match: MatchAnswer): boolean =>
  correlation === null && !match.matched && match.reason === 'REPLAY_NOT_FOUND';

/** Whether a call belongs to no request, since those under way are found by their replay ids only and it names none. */
const namesNoRequest = (correlation: Correlation, match: MatchAnswer): boolean =>
  correlation === null && !match.matched && match.reason === 'REPLAY_ID_NEEDED';

/**
 * Answers a call. One of no replay may be one of the application's start; where none of these was recorded it has no
 * answer, and is not made for real.
 */
export async function matchCallOrStartup(
  { match, matchStartup }: MatchClient,
  correlation: Correlation,
  call: CallRequest,
): Promise<MatchAnswer> {
  const answer = await match(correlation, call);
  if (!mayBeStartup(correlation, answer) && !namesNoRequest(correlation, answer)) return answer;
  const startup = await matchStartup(call);
  return startup.matched ? startup : answer;
}
