import type { NotificationFacts } from '../notification-facts.ts';
import { cleanText } from './card-text.ts';
import type { CardTexts } from './texts/card-texts.ts';

type Row = (facts: NotificationFacts, texts: CardTexts) => string | null;

/** The footnotes of spec 6.3, in its order; the schedule that started the replay, and the ids of the round. */
const ROWS: readonly Row[] = [
  ({ caseSource, caseFrom, caseTo }, texts) =>
    caseSource === 'pinned' ? texts.pinned : texts.window(caseFrom, caseTo),
  ({ startedAt, finishedAt }, texts) => (startedAt === null ? null : texts.replayTime(startedAt, finishedAt)),
  ({ scheduleId }, texts) => (scheduleId === null ? null : texts.schedule(cleanText(scheduleId))),
  ({ findings }, texts) => (findings === null ? null : texts.ignoredFields(findings.excludedFieldCount)),
  ({ planId, round }, texts) => texts.run(planId, round),
];

/** Footnotes of a card (spec 6.3). */
export const cardFootnotes = (facts: NotificationFacts, texts: CardTexts): string[] =>
  ROWS.map((row) => row(facts, texts)).filter((note) => note !== null);
