import type { ReceiverRequest } from '../../../platform/outbound/receiver-outcome.ts';
import type { Destination } from '../channel-kind.ts';

/** The request of a message whose address is its only credential: the secret of the channel stays here. */
export const chatPost = (content: string, { url }: Destination): ReceiverRequest => ({
  url,
  headers: [['Content-Type', 'application/json; charset=utf-8']],
  body: content,
});
