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

/** One POST to a receiver over a dedicated connection. */
export interface ReceiverPost {
  request: ReceiverRequest;
  /** Maximum bytes read of the response's body; 0: the body is not read. */
  maxAnswerBytes: number;
  /** Called once the connection is open and before a byte of the request is written; `false`: nothing is written. */
  mayWrite(): Promise<boolean>;
}

/** How a POST ended. `written`: the receiver may have received the request; `withdrawn`: `mayWrite` returned false. */
export type ReceiverOutcome =
  | { kind: 'answer'; answer: ReceiverAnswer; durationMs: number }
  | { kind: 'withdrawn'; durationMs: number }
  | { kind: 'no-answer'; written: boolean; failure: 'timeout' | ConnectionFailure; durationMs: number };
