import type { OutboundOutcome, OutboundRequest } from './outbound.ts';
import type { ReceiverOutcome, ReceiverPost } from './receiver-outcome.ts';

/** The one way out: an HTTP client whose every connection passes the egress policy (docs/egress.md). */
export interface Http {
  /**
   * Sends once (a safe method once more when a reused connection had closed), follows nothing, never throws for what
   * the other side does. Rejects when this host has run out of file descriptors.
   */
  send(request: OutboundRequest): Promise<OutboundOutcome>;
  /** The same for responses that may be large: the next large ones are read when `use` is done with this one. */
  use<Used>(request: OutboundRequest, use: (outcome: OutboundOutcome) => Promise<Used>): Promise<Used>;
  /**
   * For responses that are in memory at the same time: they count as one large response, until `release`. Their `use`
   * may end before.
   */
  together(): Promise<Pick<Http, 'use'> & { release(): void }>;
  /**
   * Posts a notification once, over a dedicated connection and within 15 s; reports whether the receiver may have
   * received it.
   */
  post(message: ReceiverPost): Promise<ReceiverOutcome>;
}
