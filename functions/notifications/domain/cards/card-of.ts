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
import type { CardTexts } from './texts/card-texts.ts';

/** The card of a round, whatever the vendor (spec 6.3). */
export function cardOf(facts: NotificationFacts, event: NotificationEvent, size: CardSize, texts: CardTexts): Card {
  const { rows, leftOut } = cardProblems(facts, size, texts);
  return {
    colour: cardColour(facts),
    title: cardTitle(facts, event, size, texts),
    deployment: cardDeployment(facts, size, texts),
    numbers: cardNumbers(facts, size, texts),
    analysis: cardAnalysis(facts, size, texts),
    problems: rows,
    problemsLeftOut: leftOut,
    footnotes: cardFootnotes(facts, texts),
    links: cardLinks(facts, texts),
  };
}
