import type { NotificationFacts } from '../notification-facts.ts';
import type { CardLink } from './card.ts';
import { pipelineLink } from './card-deployment.ts';
import type { CardTexts } from './texts/card-texts.ts';

/** Links of a card: the report first (spec 6.3), then the pipeline run if it has an address. */
export function cardLinks(
  { reportUrl, attributes }: Pick<NotificationFacts, 'reportUrl' | 'attributes'>,
  texts: CardTexts,
): CardLink[] {
  const pipeline = pipelineLink(attributes);
  return [
    { text: texts.openReport, url: reportUrl },
    ...(pipeline === null ? [] : [{ text: texts.openPipeline, url: pipeline }]),
  ];
}
