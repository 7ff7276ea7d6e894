import type { NotificationEvent } from '../channel-kind.ts';
import type { NotificationFacts } from '../notification-facts.ts';
import type { Card, CardSize } from './card.ts';
import { cardAnalysis } from './card-analysis.ts';
import { cardColour } from './card-colour.ts';
import { cardDeployment } from './card-deployment.ts';
import { cardFootnotes } from './card-footnotes.ts';
import { cardLinks } from './card-links.ts';
import { cardNumbers } from './card-numbers.ts';
import { cardProblems } from './card-problems.ts';
import { cardTitle } from './card-title.ts';
import type { CardWords } from './words/card-words.ts';

/** The card of a round, whatever the vendor (spec 6.3). */
export function cardOf(facts: NotificationFacts, event: NotificationEvent, size: CardSize, words: CardWords): Card {
  const { rows, leftOut } = cardProblems(facts, size, words);
  return {
    colour: cardColour(facts),
    title: cardTitle(facts, event, size, words),
    deployment: cardDeployment(facts, size, words),
    numbers: cardNumbers(facts, size, words),
    analysis: cardAnalysis(facts, size, words),
    problems: rows,
    problemsLeftOut: leftOut,
    footnotes: cardFootnotes(facts, words),
    links: cardLinks(facts, words),
  };
}
