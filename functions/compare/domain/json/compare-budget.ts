import type { StepBudget } from '../../../platform/json/path-filter.ts';

/** What one comparison may still spend beside comparing itself. */
export interface CompareBudget {
  /** Nodes that lookups may visit; when they are used up, lookups return the conservative result. */
  visits: number;
  /**
   * Steps of the filters in paths of rules; when they are used up, filters select nothing, so that differences stay.
   */
  filters: StepBudget;
}

const MAX_VISITS = 4_000_000;
const MAX_FILTER_STEPS = 20_000_000;

/** The budget of a comparison that begins. */
export const compareBudget = (): CompareBudget => ({ visits: MAX_VISITS, filters: { steps: MAX_FILTER_STEPS } });
