import type { ReceiverAnswer, ReceiverRequest } from '../../notifications/domain/channels/channel-kind.ts';
import type { ConnectionFailure } from './outbound.ts';

/** One POST to a receiver over a connection of its own. */
export interface ReceiverPost {
  request: ReceiverRequest;
  /** Most bytes of the answer's body that are read; 0: the body is left unread. */
  maxAnswerBytes: number;
  /** Asked once the connection stands and before a byte of the request is written; `false`: nothing is written. */
  mayWrite(): Promise<boolean>;
}

/** How a POST ended. `written`: the receiver may have seen the request; `withdrawn`: `mayWrite` said no. */
export type ReceiverOutcome =
  | { kind: 'answer'; answer: ReceiverAnswer; durationMs: number }
  | { kind: 'withdrawn'; durationMs: number }
  | { kind: 'no-answer'; written: boolean; failure: 'timeout' | ConnectionFailure; durationMs: number };
