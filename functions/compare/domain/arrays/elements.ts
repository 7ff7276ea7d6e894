import type { Spans } from '../../../platform/json/spans.ts';
import type { RuleState } from '../rules/rule-states.ts';

/** Elements of one side with their places and the rules they stand under, side by side. */
export interface Elements extends Spans {
  /** Null where no element is left out: then each stands at its own place. */
  indices: Int32Array | null;
  stateOf(i: number): RuleState;
}
