import type { SessionPlan } from '../../functions/recordings/domain/importers/har-sessions.ts';

/** A file whose exchanges have been found, and which is sent in parts. */
export interface FilePlan {
  /** Exchanges, by their positions from 0. */
  count: number;
  /** The newest exchange, in epoch ms; null if no exchange states its time. */
  newest: number | null;
  /** The hosts to take: those of the filter, else the default of the format. */
  hosts: readonly string[];
  sessions: SessionPlan | null;
  /** Why records of the file are in no exchange; they count as positions after the last. */
  skipped: readonly string[];
  /** Bytes of an exchange in a part. */
  bytesOf(position: number): number;
  /** The exchanges from one position up to another, as a file of the same format; overwritten by the next ones. */
  read(from: number, to: number): Promise<Buffer>;
}
