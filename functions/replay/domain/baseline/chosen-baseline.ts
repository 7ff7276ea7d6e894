import type { PlanRequest } from '../plan.ts';
import { NO_BASELINE } from '../target-env.ts';

/**
 * The same request with its running build: as it says itself, or else as the application does. Evaluations compare with
 * recordings by default, as their versions pin what they do.
 */
export function withBaseline(
  { baselineEnv: asked, ...request }: PlanRequest,
  { baselineEnv: byDefault }: { baselineEnv: string | null },
): PlanRequest {
  const chosen = asked ?? (request.source === 'evaluation' ? NO_BASELINE : (byDefault ?? NO_BASELINE));
  return chosen === NO_BASELINE ? request : { ...request, baselineEnv: chosen };
}
