import type { PlanWithRound } from '../../client/paths.ts';
import { CliFailure } from '../cli-failure.ts';
import type { Session } from '../session.ts';
import { responseData } from '../unwrap-response.ts';

/** What a run waits for after its last request, and why. */
export type Settling = PlanWithRound['settling'];

/** What a run waits for after its last request; null if it sends or has settled, or no credential permits the query. */
export async function settlingOf(
  { client, credential }: Pick<Session, 'client' | 'credential'>,
  planId: string,
): Promise<Settling> {
  if (!(credential.accessToken || credential.apiKey)) return null;
  try {
    const plan = await responseData(client.GET('/api/replays/{planId}', { params: { path: { planId } } }));
    // An earlier version of the service does not have it.
    return plan.settling ?? null;
  } catch (fault) {
    // The run is followed without it.
    if (fault instanceof CliFailure) return null;
    throw fault;
  }
}

/** The same beside a progress bar. */
export function settlingPhase(settling: Settling): string {
  if (settling === null) return 'findings settle';
  return settling.stage === 'WAIT'
    ? `findings settle at ${settling.until ?? 'an unknown time'}, since noise reduction is off`
    : 'noise reduction sends failing requests once more';
}
