import type { PlanWithRound } from '../../client/paths.ts';
import { CliFailure } from '../cli-failure.ts';
import type { Session } from '../session.ts';
import { responseData } from '../unwrap-response.ts';

/** Causes of a run's failures that the service can prove, each with the setting that fixes it. @internal */
export type Hints = PlanWithRound['hints'];

/** What the service knows of a run that has settled, beside its findings. */
export interface RunFacts {
  /** Name of the run; null from an earlier version of the service. */
  title: string | null;
  hints: Hints;
  /** How its downstream calls were made; null before it has settled. */
  calls: PlanWithRound['calls'];
  /** Which failing requests were sent again; null before noise was reduced. */
  secondAnswers: PlanWithRound['secondAnswers'];
  /** The response headers that are compared; null where it is unknown. */
  headers: PlanWithRound['headers'] | null;
}

/** What is known of a run without the service. */
export const NO_RUN_FACTS: RunFacts = { title: null, hints: [], calls: null, secondAnswers: null, headers: null };

/** The facts of a run; none before it has settled, or if no credential permits the query. */
export async function runFactsOf(
  { client, credential }: Pick<Session, 'client' | 'credential'>,
  planId: string,
): Promise<RunFacts> {
  if (!(credential.accessToken || credential.apiKey)) return NO_RUN_FACTS;
  try {
    const plan = await responseData(client.GET('/api/replays/{planId}', { params: { path: { planId } } }));
    // An earlier version of the service does not have them.
    return {
      title: plan.title ?? null,
      hints: plan.hints ?? [],
      calls: plan.calls ?? null,
      secondAnswers: plan.secondAnswers ?? null,
      headers: plan.headers ?? null,
    };
  } catch (fault) {
    // The run is reported without them.
    if (fault instanceof CliFailure) return NO_RUN_FACTS;
    throw fault;
  }
}
