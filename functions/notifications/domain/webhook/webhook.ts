import type { ChannelKind } from '../channel-kind.ts';
import { cloudEvent } from './cloud-event.ts';
import { outcomeOfStatus } from './outcome-of-status.ts';
import { type WebhookData, webhookData } from './webhook-data.ts';
import { fitted } from './webhook-fit.ts';

/** The generic webhook (spec 6.1): a CloudEvents 1.0 event with the channel's secret in a header, unsigned. */
export const webhook: ChannelKind = {
  sampleLanguage: 'zh',
  content(facts, identity) {
    const written = (data: WebhookData) => JSON.stringify(cloudEvent(identity, data, facts.scheduleId));
    return written(fitted(webhookData(facts, identity.event), (data) => Buffer.byteLength(written(data))));
  },

  post: (content, { url, secret }) => ({
    url,
    headers: [
      ['Content-Type', 'application/json; charset=utf-8'],
      ...(secret === null ? [] : [['X-Webhook-Secret', secret] as const]),
    ],
    body: content,
  }),

  interpret: outcomeOfStatus,

  maxAnswerBytes: 0,
};
