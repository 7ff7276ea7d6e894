import type { Header } from '../../../platform/outbound/outbound.ts';
import type { RecordedRequest } from '../../../recordings/domain/recorded-case.ts';

/**
 * Hashes of the values in a body; null until they are needed. Both sides of a case share them where their bodies are
 * equal.
 */
export interface BodyHashes {
  hashes: readonly number[] | null;
}

/** A recorded request whose values are not noted yet. */
interface WaitingRequest {
  request: RecordedRequest;
  position: number;
}

/** A response whose values are not noted yet. */
interface WaitingAnswer {
  headers: readonly Header[];
  /** A text in the notation of `bodyEncoding`, or the bytes of a replayed response. */
  body: string | Uint8Array | null;
  bodyEncoding: 'utf8' | 'base64';
  path: string;
  position: number;
  found: BodyHashes;
}

interface Waiting<Note> {
  notes: Note[];
  /** Of their paths, headers and bodies. */
  bytes: number;
}

/**
 * What is noted in the tables of a session once a comparison asks for it, in ascending order of positions. Plain data:
 * jobs take it along.
 */
export interface WaitingNotes {
  sent: Waiting<WaitingRequest>;
  recorded: Waiting<WaitingAnswer>;
  replayed: Waiting<WaitingAnswer>;
}

/** Creates the notes of a session that has not begun. */
export const waitingNotes = (): WaitingNotes => ({
  sent: { notes: [], bytes: 0 },
  recorded: { notes: [], bytes: 0 },
  replayed: { notes: [], bytes: 0 },
});

/** Maximum bytes that wait for each table of a session. @internal */
export const MAX_WAITING_BYTES = 64 * 1024;

/** Adds what is to be noted; returns whether so much waits that it has to be noted now. */
export function noteLater<Note>(waiting: Waiting<Note>, note: Note, bytes: number): boolean {
  waiting.notes.push(note);
  waiting.bytes += bytes;
  return waiting.bytes > MAX_WAITING_BYTES;
}

/** What waits, which waits no longer. */
export function takenFrom<Note>(waiting: Waiting<Note>): Note[] {
  const { notes } = waiting;
  if (notes.length === 0) return notes;
  waiting.notes = [];
  waiting.bytes = 0;
  return notes;
}

/** Characters of headers and a body, about their bytes. */
export const sizeOfMessage = (headers: readonly Header[], body: string | Uint8Array | null): number =>
  headers.reduce((size, [name, value]) => size + name.length + value.length, body?.length ?? 0);
