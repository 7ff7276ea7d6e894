import type { NotificationFacts } from '../notification-facts.ts';
import { cleanText } from './card-text.ts';
import type { CardWords } from './words/card-words.ts';

type Row = (facts: NotificationFacts, words: CardWords) => string | null;

/** The footnotes of spec 6.3, in its order; the schedule that started the replay, and the ids of the round. */
const ROWS: readonly Row[] = [
  ({ caseSource, caseFrom, caseTo }, words) =>
    caseSource === 'pinned' ? words.pinned : words.window(caseFrom, caseTo),
  ({ startedAt, finishedAt }, words) => (startedAt === null ? null : words.replayTime(startedAt, finishedAt)),
  ({ scheduleId }, words) => (scheduleId === null ? null : words.schedule(cleanText(scheduleId))),
  ({ findings }, words) => (findings === null ? null : words.ignoredFields(findings.excludedFieldCount)),
  ({ planId, round }, words) => words.run(planId, round),
];

/** Footnotes of a card (spec 6.3). */
export const cardFootnotes = (facts: NotificationFacts, words: CardWords): string[] =>
  ROWS.map((row) => row(facts, words)).filter((note) => note !== null);
