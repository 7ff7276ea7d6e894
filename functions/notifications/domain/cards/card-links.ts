import type { NotificationFacts } from '../notification-facts.ts';
import type { CardLink } from './card.ts';
import { pipelineLink } from './card-deployment.ts';

/** Links of a card: the report first (spec 6.3), then the pipeline run if it has an address. */
export function cardLinks({ reportUrl, attributes }: Pick<NotificationFacts, 'reportUrl' | 'attributes'>): CardLink[] {
  const pipeline = pipelineLink(attributes);
  return [{ text: '查看报告', url: reportUrl }, ...(pipeline === null ? [] : [{ text: '查看流水线', url: pipeline }])];
}
