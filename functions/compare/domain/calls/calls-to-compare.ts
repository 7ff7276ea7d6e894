import type { RecordedCall } from '../../../recordings/domain/recorded-case.ts';
import type { Difference } from '../difference.ts';
import type { RequestTimes } from './generated-pair.ts';

/** A call that the application made while a case was replayed, paired with the recorded call that it corresponds to. */
export interface PairedCall extends Pick<RecordedCall, 'kind' | 'target' | 'operation' | 'request'> {
  /** JSON text; null if it is that of the recorded call, or unknown. */
  response: string | null;
  /** Position among the recorded calls; null if none corresponds. */
  recorded: number | null;
  /** It was answered by a recorded call that had already answered another one. */
  isReused: boolean;
}

/** The downstream calls of a recorded case and of its replay. */
export interface CallsToCompare {
  recorded: readonly RecordedCall[];
  made: readonly PairedCall[];
  /** Whether calls of a target would have been noticed. */
  isAsked(target: string): boolean;
  /** The recorded request as text, and the request as it was sent. */
  sent: { recorded: string; made: string };
  /** Null: values that look generated differ like any other. */
  times: RequestTimes | null;
  /**
   * Whether value mapping explains a difference of two fields (docs/value-mapping.md); `name` is the last of the place.
   */
  isMapped(difference: Pick<Difference, 'path' | 'recorded' | 'replayed'> & { name: string }): boolean;
  /** Opens the sealed values in JSON, to see whether they were generated. */
  open?(json: string): string;
  /** Notes two different sealed values that were: they are equal from then on. */
  noteIssued?(path: string, recorded: string, made: string): void;
}
