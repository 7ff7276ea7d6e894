/** How an operation ended for its client. Unknown: no answer, or one that says that the service failed. */
export type Outcome = 'acknowledged' | 'refused' | 'unknown';

interface Attempt {
  /** Times of the test's monotonic clock, ms. */
  begunAt: number;
  endedAt: number;
  /** HTTP status; null without an answer. */
  status: number | null;
  outcome: Outcome;
}

/** One operation of a client with its answer. */
export type Operation = Attempt &
  (
    | { kind: 'record'; appId: string; caseId: string; path: string }
    | { kind: 'read'; caseId: string; isThere: boolean | null }
    | { kind: 'add-rule'; appId: string; path: string; id: string | null }
    | { kind: 'delete-rule'; appId: string; path: string; id: string }
    | { kind: 'add-channel'; name: string; id: string | null }
    | { kind: 'delete-channel'; name: string; id: string }
    | { kind: 'trigger'; appId: string; key: string; id: string | null }
    | { kind: 'stop'; id: string }
    | { kind: 'poll'; id: string; status: number | null; hasCompleted: boolean | null }
  );

export type OperationOf<K extends Operation['kind']> = Extract<Operation, { kind: K }>;

/** Kinds of faults; those of storage may make the service answer that it failed. */
export const STORAGE_FAULTS = ['disk-full', 'file-limit', 'read-only', 'no-descriptors', 'flaky'] as const;
export const FAULT_KINDS = ['kill', 'pause', 'clock', 'receivers', ...STORAGE_FAULTS] as const;
export type FaultKind = (typeof FAULT_KINDS)[number];

/** A fault from its injection to its end. A kill ends when the service is ready again. */
export interface Fault {
  kind: FaultKind;
  beganAt: number;
  endedAt: number;
  /** The process ended although the fault does not end it. */
  lastWords?: string;
}

/** A run as it was read after all faults. */
export interface EndedRun {
  planId: string;
  appId: string;
  hasCompleted: boolean;
  isInterrupted: boolean;
  totalCases: number | null;
  successCases: number | null;
  failedCases: number | null;
  items: readonly { caseId: string; state: string; kinds: readonly string[] }[];
}

/** A message as its receiver accepted it. */
export interface Delivered {
  at: number;
  type: 'bot' | 'webhook';
  channel: string;
  planId: string;
  /** Id of the event of a webhook. */
  eventId: string | null;
}

/** What clients did and saw while the service was attacked, and what was there afterwards. */
export interface History {
  operations: readonly Operation[];
  faults: readonly Fault[];
  /** Cases that were found by their id afterwards. */
  cases: ReadonlyMap<string, { appId: string; path: string }>;
  rules: readonly { appId: string; id: string; path: string }[];
  channels: readonly { id: string; name: string }[];
  runs: readonly EndedRun[];
  delivered: readonly Delivered[];
  /** What a replay of the request must find. */
  truthOf(path: string): 'PASSED' | 'FAILED';
}
