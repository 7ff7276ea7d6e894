import type { ReceiverAnswer } from '../../../platform/outbound/receiver-outcome.ts';
import type { ChannelKind, DeliveryOutcome } from '../channels/channel-kind.ts';
import { cloudEvent } from './cloud-event.ts';
import { type WebhookData, webhookData } from './webhook-data.ts';
import { fitted } from './webhook-fit.ts';

/** The generic webhook (spec 6.1): a CloudEvents 1.0 event with the channel's secret in a header, unsigned. */
export const webhook: ChannelKind = {
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

  interpret: (answer) => OUTCOMES.find(([applies]) => applies(answer))?.[1] ?? AMBIGUOUS,

  maxAnswerBytes: 0,
};

const AMBIGUOUS: DeliveryOutcome = { outcome: 'ambiguous', vendorCode: null };
const REFUSED: DeliveryOutcome = { outcome: 'refused', vendorCode: null };

/** Meaning of a status (facts: delivery 2.2). The first matching row applies. Any other status is ambiguous. */
const OUTCOMES: readonly (readonly [applies: (answer: ReceiverAnswer) => boolean, outcome: DeliveryOutcome])[] = [
  [({ status }) => status >= 200 && status <= 299, { outcome: 'delivered' }],
  [({ status }) => status >= 300 && status <= 399, REFUSED],
  [({ status }) => [408, 425, 429].includes(status), { outcome: 'not-delivered', vendorCode: null }],
  [({ status }) => status === 410, { outcome: 'refused', vendorCode: 'receiver_gone' }],
  [({ status }) => status >= 400 && status <= 499, REFUSED],
];
