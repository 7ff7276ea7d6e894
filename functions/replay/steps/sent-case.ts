import type { OutboundOutcome } from '../../platform/outbound/outbound.ts';
import type { Sent } from '../service/sending/send-paced.ts';

/** How sending a case ended. */
export interface SentCase extends Sent {
  kind: OutboundOutcome['kind'];
  isFailing: boolean;
}
