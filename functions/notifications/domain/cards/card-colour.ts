import type { NotificationFacts } from '../notification-facts.ts';
import { cardState, foundNoCodeCause } from './card-state.ts';

export type CardColour = 'red' | 'orange' | 'green' | 'gray';

type ColourFacts = Pick<NotificationFacts, 'findings' | 'result' | 'analysis'>;
type Rule = readonly [colour: CardColour, applies: (facts: ColourFacts) => boolean];

/** Spec 6.3; the first rule that applies decides. */
const RULES: readonly Rule[] = [
  ['orange', (facts) => is('NEEDS_ACTION')(facts) && foundNoCodeCause(facts)],
  ['red', is('NEEDS_ACTION')],
  ['orange', is('REVIEW_ONLY')],
  ['green', is('CLEAN')],
  ['gray', is('NO_CASES', 'INTERRUPTED', 'ENVIRONMENT_FAILURE', 'LOW_COVERAGE')],
];

/** Colour of a card (spec 6.3); gray where the state is not known. */
export const cardColour = (facts: ColourFacts): CardColour =>
  RULES.find(([, applies]) => applies(facts))?.[0] ?? 'gray';

function is(...states: readonly NonNullable<NotificationFacts['findings']>['state'][]) {
  return (facts: ColourFacts) => states.some((state) => state === cardState(facts));
}
