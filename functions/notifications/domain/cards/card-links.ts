import type { NotificationFacts } from '../notification-facts.ts';
import type { CardLink } from './card.ts';
import { pipelineLink } from './card-deployment.ts';
import type { CardWords } from './words/card-words.ts';

/** Links of a card: the report first (spec 6.3), then the pipeline run if it has an address. */
export function cardLinks(
  { reportUrl, attributes }: Pick<NotificationFacts, 'reportUrl' | 'attributes'>,
  words: CardWords,
): CardLink[] {
  const pipeline = pipelineLink(attributes);
  return [
    { text: words.openReport, url: reportUrl },
    ...(pipeline === null ? [] : [{ text: words.openPipeline, url: pipeline }]),
  ];
}
