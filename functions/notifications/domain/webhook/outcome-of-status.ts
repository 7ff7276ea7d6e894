import type { ReceiverAnswer } from '../../../platform/outbound/receiver-outcome.ts';
import type { DeliveryOutcome } from '../channel-kind.ts';

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

/** The outcome that a status alone means. */
export const outcomeOfStatus = (answer: ReceiverAnswer): DeliveryOutcome =>
  OUTCOMES.find(([applies]) => applies(answer))?.[1] ?? AMBIGUOUS;
