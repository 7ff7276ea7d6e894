import type { Group } from '../../../compare/domain/kinds.ts';
import type { NotificationEvent } from '../channels/channel-kind.ts';
import type { NotificationFacts } from '../notification-facts.ts';
import { cardAnalysis } from './card-analysis.ts';
import { type CardColour, cardColour } from './card-colour.ts';
import { cardDeployment } from './card-deployment.ts';
import { cardFootnotes } from './card-footnotes.ts';
import { cardLinks } from './card-links.ts';
import { cardNumbers } from './card-numbers.ts';
import { cardProblems } from './card-problems.ts';
import { cardTitle } from './card-title.ts';

/** A labelled text, linked where `link` is given. */
export interface CardField {
  label: string;
  text: string;
  link: string | null;
}

/** One row per kind of problem: what it is called, the fields or codes, and how far it reaches. */
export interface CardProblem {
  group: Group;
  name: string;
  /** Empty where the name says it all. */
  subjects: string;
  reach: string;
}

export interface CardLink {
  text: string;
  url: string;
}

/** What a chat-bot message says, in Chinese and top to bottom as spec 6.3 lists it; no text here is markup, and all text of others is clean (card-text.ts). */
export interface Card {
  colour: CardColour;
  title: string;
  deployment: readonly CardField[];
  numbers: readonly CardField[];
  /** Lines; none where no analysis applies. */
  analysis: readonly string[];
  problems: readonly CardProblem[];
  /** How many kinds of problem have no row. */
  problemsLeftOut: number;
  footnotes: readonly string[];
  links: readonly CardLink[];
}

/** How much a card may say: rows of problems, characters of the analysis text, characters of each name. */
export interface CardSize {
  rows: number;
  aiText: number;
  name: number;
}

/** The card of a round, whatever the vendor (spec 6.3). */
export function cardOf(facts: NotificationFacts, event: NotificationEvent, size: CardSize): Card {
  const { rows, leftOut } = cardProblems(facts, size);
  return {
    colour: cardColour(facts),
    title: cardTitle(facts, event, size),
    deployment: cardDeployment(facts, size),
    numbers: cardNumbers(facts, size),
    analysis: cardAnalysis(facts, size),
    problems: rows,
    problemsLeftOut: leftOut,
    footnotes: cardFootnotes(facts),
    links: cardLinks(facts),
  };
}
