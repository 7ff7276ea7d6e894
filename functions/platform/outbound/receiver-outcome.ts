import type { ConnectionFailure, Header } from './outbound.ts';

/** One POST to a receiver. */
export interface ReceiverRequest {
  url: string;
  headers: readonly Header[];
  body: string;
}

/** What a receiver answered, as far as its sender may look at it. */
export interface ReceiverAnswer {
  status: number;
  /** At most 64 KiB of text; empty where the body is not read. */
  body: string;
  /** Value of Retry-After, or null. */
  retryAfter: string | null;
}

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
