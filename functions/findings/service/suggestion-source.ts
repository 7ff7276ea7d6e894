import type { SuggestedFields } from '../domain/suggested-fields.ts';

/** Where findings read what noise reduction suggests. */
export interface SuggestionSource {
  /** What is suggested and neither applied nor reverted; the same map as before where that has not changed. */
  suggested(planId: string, round: number): Promise<SuggestedFields>;
}
