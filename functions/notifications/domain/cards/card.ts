import type { Group } from '../../../compare/domain/kinds.ts';
import type { CardColour } from './card-colour.ts';

/** A labelled text, linked if `link` is set. */
export interface CardField {
  label: string;
  text: string;
  link: string | null;
}

/** One row per kind of problem: its name, the fields or codes, and its extent. */
export interface CardProblem {
  group: Group;
  name: string;
  /** Empty if the name is sufficient. */
  subjects: string;
  reach: string;
}

export interface CardLink {
  text: string;
  url: string;
}

/**
 * Content of a chat message in one language, in the order of spec 6.3. No text here is markup, and all external text is
 * clean (card-text.ts).
 */
export interface Card {
  colour: CardColour;
  title: string;
  deployment: readonly CardField[];
  numbers: readonly CardField[];
  /** Lines. Empty if no analysis applies. */
  analysis: readonly string[];
  problems: readonly CardProblem[];
  /** Number of kinds of problem without a row. */
  problemsLeftOut: number;
  footnotes: readonly string[];
  links: readonly CardLink[];
}

/** Limits of a card: rows of problems, characters of the analysis text, characters of each name. */
export interface CardSize {
  rows: number;
  aiText: number;
  name: number;
}
