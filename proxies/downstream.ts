import type { RecordedCall } from '../functions/recordings/domain/recorded-case.ts';

/** What a made call carries of its request: HTTP headers, or the members of a SQL comment (sqlcommenter). */
export interface CallClues {
  replayId?: string | undefined;
  /** W3C Trace Context. */
  traceparent?: string | undefined;
  /** W3C Baggage; the member `replay.id` names the replay. */
  baggage?: string | undefined;
  /** W3C Trace Context; the member `replay` names the replay. */
  tracestate?: string | undefined;
}

/** The request that a call belongs to; null if nothing names it and it is not the only one under way. */
export type Correlation = { replayId?: string; traceId?: string } | null;

/** A call before its response is known. `request` is any JSON value. */
export interface CallRequest {
  kind: RecordedCall['kind'];
  target: string;
  operation: string;
  request: unknown;
}

/** What to do with a call that no recorded call answers. */
type OnMiss = 'fail' | 'passThrough' | 'default';

/** A call that is answered from the recording. `response` is absent if the recorded call ended with `error`. */
interface MatchedCall {
  matched: true;
  strategy: 'exact' | 'similar' | 'sequence';
  callId: string;
  response?: unknown;
  error?: string | null;
  /** Of the recorded call. */
  durationMs: number | null;
}

/** A call that is not answered from the recording; `response` is what the application configured for `default`. */
export interface MissedCall {
  matched: false;
  /**
   * The last four mean: the replay is unknown, several replays fit, only its id would name it, or the service did not
   * respond.
   */
  reason:
    | 'NO_CALL_RECORDED'
    | 'ALL_CONSUMED'
    | 'NO_MATCH'
    | 'MOCKING_OFF'
    | 'REPLAY_NOT_FOUND'
    | 'REPLAY_AMBIGUOUS'
    | 'REPLAY_ID_NEEDED'
    | 'SERVICE_UNAVAILABLE';
  nearest: readonly { callId: string; operation: string; score: number; differs: readonly string[] }[];
  onMiss: OnMiss;
  response?: unknown;
}

export type MatchAnswer = MatchedCall | MissedCall;

/** What a proxy of a downstream works with, whatever protocol it speaks. */
export interface DownstreamOptions {
  /** The configured name, which is the `target` of its calls. */
  name: string;
  /** The real server; with `mock` it is asked only where a call passes through. */
  url: URL;
  /** Where the application connects; port 0 takes a free one. */
  host: string;
  port: number;
  /** `record` forwards everything and notes it; `mock` answers from the recording. */
  mode: 'record' | 'mock';
  /** Calls with a larger request or response are forwarded and not noted. */
  maxBodyBytes: number;
  /** Finds the request of a call. Called when the call begins, since "the only request under way" changes. */
  correlate(clues: CallClues): Correlation;
  /**
   * Notes a call that was made for real without asking for an answer before: recorded, or real in a replay. A promise
   * makes the recorder wait for a call under way; null says that it did not complete or was too large. Never throws.
   */
  noteCall(correlation: Correlation, call: RecordedCall | Promise<RecordedCall | null>): void;
  /**
   * Asks the service for the answer of a call (`mock`), and waits as long as the answer is to be delayed. The service
   * notes what it is asked for. Never rejects.
   */
  matchCall(correlation: Correlation, call: CallRequest): Promise<MatchAnswer>;
  /**
   * Notes a fact of the connection or server that belongs to no request (`record`): kept per application, the newest
   * one of each request. Equal ones are sent once. Never throws.
   */
  noteStartup(call: RecordedCall): void;
  /** Asks for the newest such fact (`mock`), which is never consumed. Never rejects. */
  matchStartup(call: CallRequest): Promise<MatchAnswer>;
  /** Writes a message for people: no credentials, statements or values. */
  say(text: string): void;
}

/** A proxy of one downstream that listens. */
export interface Downstream {
  port: number;
  /** Closes its connections. */
  close(): Promise<void>;
}

/** Starts the proxy of one downstream; rejects with a ProxyFailure if it cannot listen. */
export type StartDownstream = (options: DownstreamOptions) => Promise<Downstream>;
