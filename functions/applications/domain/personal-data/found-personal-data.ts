/** What may be personal data. */
type FoundKind = 'mail' | 'phone' | 'iban' | 'card' | 'nationalId' | 'name' | 'birthDate' | 'address';

/**
 * What is done with a field: `open`: nothing yet, and a rule can seal it; `unreachable`: nothing, and no rule can;
 * `by chance`: numbers of other kinds pass a check digit.
 */
type FoundState = 'open' | 'sealed' | 'redacted' | 'unreachable' | 'by chance';

/** A field of an application's recordings that holds personal data, over all endpoints. */
export interface FoundField {
  in: 'path' | 'header' | 'parameter' | 'segment' | 'column' | 'text';
  field: string;
  /** The most frequent one first. */
  kinds: readonly FoundKind[];
  /** The one with the most values first. */
  endpoints: readonly { method: string; operation: string }[];
  /** Values that were personal, of those that were looked at. */
  found: number;
  checked: number;
  state: FoundState;
}

/** A pass that seals stored recordings in the background. */
export interface SealingProgress {
  /** It began with every rule that seals now. */
  isCurrent: boolean;
  isRunning: boolean;
  startedAt: number;
  /** When its newest part ended, epoch ms. */
  at: number;
  /** Recordings that it has looked at, those that it has sealed, and those that it could not seal. */
  cases: number;
  sealed: number;
  missed: number;
  /** An interruption left some sealed recordings uncounted. */
  isAtLeast: boolean;
  /** Attempts in a row that failed. */
  faults: number;
}

/** What was found in the recordings of an application. */
export interface FoundPersonalData {
  /** Recordings that were looked at, a sample of those that came in. */
  looked: number;
  /** Recordings that are stored. */
  stored: number;
  fields: readonly FoundField[];
  /** The newest pass; null before the first one. */
  pass: SealingProgress | null;
}
