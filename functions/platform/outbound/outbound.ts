import type { ConnectionCause } from '../values/connection-cause.ts';

/** A name and a value as on the wire; order and repeats are preserved. */
export type Header = readonly [name: string, value: string];

export interface OutboundRequest {
  /** Absolute http or https url with its query, sent as given. */
  url: string;
  method: string;
  headers: readonly Header[];
  body: Uint8Array | null;
  /** From the start of connecting to the last byte of the response, in ms. */
  timeoutMs: number;
  /** Maximum bytes kept of the decompressed response. */
  maxBodyBytes: number;
}

/**
 * How a connection failed (interface 2.4, subjects of CONNECTION_FAILURE). A denied or unusable connection is
 * `refused`, a malformed response `reset`.
 */
export type ConnectionFailure = 'refused' | 'reset' | 'dns' | 'tls';

/** How one sent request ended (interface 2.3: each of these is a result). */
export type OutboundOutcome =
  | {
      kind: 'response';
      status: number;
      headers: Header[];
      /** Decompressed (gzip, deflate, br, zstd), cut at `maxBodyBytes`. */
      body: Uint8Array;
      truncated: boolean;
      durationMs: number;
    }
  | { kind: 'timeout'; durationMs: number }
  | { kind: 'connection-failure'; failure: ConnectionFailure; cause?: ConnectionCause; durationMs: number };
