import type { Write } from '../../platform/world.ts';
import type { ReplayPlan, ReplayRound } from '../../replay/domain/plan.ts';
import type { FailedCases } from '../../replay/domain/results/failed-cases.ts';

/** What begins together with the settling of a round. */
export interface SettlingWrites {
  /** The writes that go through in the transaction that settles the round, or not at all. */
  settlingWrites(plan: ReplayPlan, round: ReplayRound, failed: FailedCases): Promise<Write[]>;
}
