import type { NotificationFacts } from '../notification-facts.ts';
import { cardState, foundNoCodeCause } from './card-state.ts';

export type CardColour = 'red' | 'orange' | 'green' | 'gray';

type ColourFacts = Pick<NotificationFacts, 'findings' | 'result' | 'analysis'>;
type Rule = readonly [colour: CardColour, applies: (facts: ColourFacts) => boolean];

/** Colours of spec 6.3. The first matching rule applies. */
const RULES: readonly Rule[] = [
  ['orange', (facts) => is('NEEDS_ACTION')(facts) && foundNoCodeCause(facts)],
  ['red', is('NEEDS_ACTION')],
  ['orange', is('REVIEW_ONLY')],
  ['green', is('CLEAN')],
  ['gray', is('NO_CASES', 'INTERRUPTED', 'ENVIRONMENT_FAILURE', 'LOW_COVERAGE')],
];

/** Colour of a card (spec 6.3). Gray if the state is unknown. */
export const cardColour = (facts: ColourFacts): CardColour =>
  RULES.find(([, applies]) => applies(facts))?.[0] ?? 'gray';

function is(...states: readonly NonNullable<NotificationFacts['findings']>['state'][]) {
  return (facts: ColourFacts) => states.some((state) => state === cardState(facts));
}
