import type { TapeWords } from '../../../platform/json/tape-words.ts';
import type { CasePayload } from '../../../recordings/domain/recorded-case.ts';
import { type IssuedAnswer, noteBody, noteHeaders } from './issued-values.ts';
import { noteSent } from './sent-values.ts';
import type { SessionValues } from './session-values.ts';
import { noteHash, type ValueTable } from './value-table.ts';
import { type BodyHashes, noteLater, sizeOfMessage, takenFrom } from './waiting-notes.ts';

/**
 * Notes what a recorded request sends, and what its response shows, once a comparison asks for it; returns the hashes
 * of the values in its body.
 */
export function noteCase(
  values: SessionValues,
  { request, response }: Pick<CasePayload, 'request' | 'response'>,
  position: number,
  words?: TapeWords,
): BodyHashes {
  const { sent, recorded } = values.waiting;
  const { path } = request;
  const found: BodyHashes = { hashes: null };
  const size = path.length + sizeOfMessage(request.headers, request.body);
  if (noteLater(sent, { request, position }, size)) sentOf(values);
  if (response === null) return found;
  const { headers, body, bodyEncoding } = response;
  const waiting = { headers, body, bodyEncoding, path, position, found };
  if (noteLater(recorded, waiting, sizeOfMessage(headers, body))) recordedOf(values, words);
  return found;
}

/**
 * Notes what a replayed response shows, once a comparison asks for it. `found`: the hashes of the values in its body,
 * if that is as recorded.
 */
export function noteReplayed(
  values: SessionValues,
  { headers, body }: IssuedAnswer,
  facts: { path: string; position: number; found: BodyHashes | null; words?: TapeWords },
): void {
  const { path, position, words } = facts;
  const found = facts.found ?? { hashes: null };
  const waiting = { headers, body, bodyEncoding: 'utf8' as const, path, position, found };
  if (noteLater(values.waiting.replayed, waiting, sizeOfMessage(headers, body))) replayedOf(values, words);
}

/** What the requests of a session send, as far as they are known. */
export function sentOf(values: SessionValues): ValueTable {
  for (const { request, position } of takenFrom(values.waiting.sent)) noteSent(values.sent, request, position);
  return values.sent;
}

/** The identifying values of the recorded responses of a session, as far as they are known. */
export const recordedOf = (values: SessionValues, words?: TapeWords): ValueTable => noted(values, 'recorded', words);

/** The same of its replayed responses so far. */
export const replayedOf = (values: SessionValues, words?: TapeWords): ValueTable => noted(values, 'replayed', words);

/** The same values, with nothing that waits: large bodies are not kept, and not taken to another thread. */
export function withAllNoted(values: SessionValues): SessionValues {
  sentOf(values);
  recordedOf(values);
  replayedOf(values);
  return values;
}

function noted(values: SessionValues, side: 'recorded' | 'replayed', words?: TapeWords): ValueTable {
  const { names, [side]: table } = values;
  for (const { headers, body, bodyEncoding, path, position, found } of takenFrom(values.waiting[side])) {
    noteHeaders(table, { headers }, { position });
    if (found.hashes === null) {
      const bytes = body instanceof Uint8Array ? body : Buffer.from(body ?? '', bodyEncoding);
      found.hashes = noteBody(table, bytes, { path, position, names, ...(words && { words }) });
    } else for (const hash of found.hashes) noteHash(table, hash, position);
  }
  return table;
}
