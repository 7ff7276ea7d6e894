import type { PlanWithRound } from '../../client/paths.ts';
import { CliFailure } from '../cli-failure.ts';
import type { Session } from '../session.ts';
import { responseData } from '../unwrap-response.ts';

/** Causes of a run's failures that the service can prove, each with the setting that mends it. */
export type Hints = PlanWithRound['hints'];

/** The hints of a run; none before it has settled, or if no credential permits the query. */
export async function hintsOf(
  { client, credential }: Pick<Session, 'client' | 'credential'>,
  planId: string,
): Promise<Hints> {
  if (!(credential.accessToken || credential.apiKey)) return [];
  try {
    const plan = await responseData(client.GET('/api/replays/{planId}', { params: { path: { planId } } }));
    // An earlier version of the service does not have them.
    return plan.hints ?? [];
  } catch (fault) {
    // The run is reported without them.
    if (fault instanceof CliFailure) return [];
    throw fault;
  }
}
