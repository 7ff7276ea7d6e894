import type { ReplayPlan } from '../../replay/domain/plan.ts';

/** The ratio of p95 that an endpoint may have, and whether the run was started with it or the application has it. */
export interface LatencyLimit {
  ratio: number;
  of: 'run' | 'application';
}

/** `1.2×`. */
export const limitText = (ratio: number): string => `${String(ratio)}×`;

/** The limit of a run: its own, or else that of its application; null if there is none. */
export function latencyLimitOf(
  { latencyLimit: ofRun }: Pick<ReplayPlan, 'latencyLimit'>,
  { latencyLimit: ofApplication }: { latencyLimit: number },
): LatencyLimit | null {
  if (ofRun !== undefined) return { ratio: ofRun, of: 'run' };
  return ofApplication === 0 ? null : { ratio: ofApplication, of: 'application' };
}
