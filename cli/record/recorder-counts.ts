/** What became of the requests and calls that a recorder has seen. */
export interface RecorderCounts {
  recorded: number;
  /** Forwarded but not recorded: a body was too large, or too many bytes were in flight. */
  tooLarge: number;
  /** Forwarded but not recorded: too many cases were pending for the service. */
  dropped: number;
  /** Did not complete: the target was unreachable, or the client closed the connection. */
  broken: number;
  /** Replayed requests, which are not recorded. */
  replays: number;
  /** Left out by the filter. */
  leftOut: number;
  /** Passed on and not recorded: WebSockets. */
  upgraded: number;
  /** Not forwarded: malformed, ambiguous in length, or with headers that are too large. */
  refused: number;
  /** Not forwarded: HTTP/2, which gRPC uses. */
  http2: number;
  /** Downstream calls without a matching inbound request. */
  strayCalls: number;
  /** Downstream calls while no request was under way, as at the start of the application. */
  startupCalls: number;
}

/** The counts of a recorder that has seen nothing yet. */
export const noCounts = (): RecorderCounts => ({
  recorded: 0,
  tooLarge: 0,
  dropped: 0,
  broken: 0,
  replays: 0,
  leftOut: 0,
  upgraded: 0,
  refused: 0,
  http2: 0,
  strayCalls: 0,
  startupCalls: 0,
});
