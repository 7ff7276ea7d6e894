import { NO_PACE } from '../../../applications/domain/pacing/pace-setting.ts';
import type { PlanRequest } from '../plan.ts';

/**
 * The same request with its pace: as it says itself, or else as the application does. A run that asks for sessions side
 * by side keeps no recorded pace, and evaluations name theirs, as their versions pin what they do.
 */
export function withPace({ pace: asked, ...request }: PlanRequest, { pace: byDefault }: { pace: number }): PlanRequest {
  const follows = request.source !== 'evaluation' && request.order !== 'sessions';
  const chosen = asked ?? (follows ? byDefault : NO_PACE);
  return chosen === NO_PACE ? request : { ...request, pace: chosen };
}
