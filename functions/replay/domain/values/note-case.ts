import type { TapeWords } from '../../../platform/json/tape-words.ts';
import type { CasePayload } from '../../../recordings/domain/recorded-case.ts';
import { noteIssued } from './issued-values.ts';
import { noteSent } from './sent-values.ts';
import type { SessionValues } from './session-values.ts';

/** Notes what a recorded request sends, and what its response shows; returns the hashes of the values in its body. */
export function noteCase(
  values: SessionValues,
  { request, response }: Pick<CasePayload, 'request' | 'response'>,
  position: number,
  words?: TapeWords,
): number[] {
  noteSent(values.sent, request, position);
  if (response === null) return [];
  const body = Buffer.from(response.body ?? '', response.bodyEncoding);
  const { names } = values;
  return noteIssued(
    values.recorded,
    { headers: response.headers, body },
    { path: request.path, position, names, ...(words && { words }) },
  );
}
