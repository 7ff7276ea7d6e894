/** What the agent sends to the thread that delivers cases. */
export type DeliveryMessage =
  /** Frames of cases (case-frame.ts): the first `length` bytes. */
  { kind: 'cases'; frames: Uint8Array; length: number; startup: string[] } | { kind: 'flush' };

/** A warning of that thread, or why it left a case out. */
export type DeliveryReport = { kind: 'warning'; subject: string; text: string } | { kind: 'leftOut'; reason: string };

/** Places in the memory that both share: bytes of waiting cases, and whether a flush is done. */
export const BYTES_WAITING = 0;
export const FLUSHED = 1;
export const SHARED_LENGTH = 2;

/** What the thread is started with. */
export interface DeliveryData {
  service: string;
  key: string | null;
  appId: string;
  redact: string[];
  sealKey: string | null;
  spoolDir: string | null;
  maxSpoolBytes: number;
  shared: Int32Array;
}
