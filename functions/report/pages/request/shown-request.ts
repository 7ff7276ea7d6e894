import * as v from 'valibot';
import { job } from '../../../platform/values/job.ts';
import { jsonOfStored } from '../../../platform/values/stored-json.ts';
import { maskedCall } from '../../../recordings/domain/masks/masked-payload.ts';
import { CasePayload, type RecordedCall, type RecordedRequest } from '../../../recordings/domain/recorded-case.ts';
import { shownSealedCall } from '../../../recordings/domain/sealed/shown-payload.ts';

/** Maximum characters shown of a request body, and of each part of a call. */
const MAX_BODY_LENGTH = 20_000;
const MAX_PART_LENGTH = 2000;
/** Maximum calls shown. */
export const MAX_CALLS = 50;

/** The beginning of a text. */
export interface ShownText {
  text: string;
  /** Characters of the whole. */
  length: number;
}

/** A request with the beginning of its body, or the number of its bytes if they are no text. */
export type ShownRequest = Pick<RecordedRequest, 'method' | 'path' | 'headers'> & { body: ShownText | number | null };

/** The first calls of a case, and how many there are. */
export interface ShownCalls {
  count: number;
  shown: (Omit<RecordedCall, 'request' | 'response'> & Record<'request' | 'response', ShownText>)[];
}

/** The parts of a request that a page shows. */
export function shownRequest({ method, path, headers, body, bodyEncoding }: RecordedRequest): ShownRequest {
  const shown = { method, path, headers };
  if (body === null || body === '') return { ...shown, body: null };
  if (bodyEncoding === 'base64') return { ...shown, body: Buffer.byteLength(body, 'base64') };
  return { ...shown, body: beginning(body, MAX_BODY_LENGTH) };
}

/** Reads the downstream calls of a stored case that a page shows; null if its bytes have expired. */
export const shownCallsJob = job(
  'report.calls',
  ({ stored, isMasked }: { stored: Uint8Array | undefined; isMasked: boolean }): ShownCalls | null => {
    if (stored === undefined) return null;
    const { calls } = v.parse(CasePayload, jsonOfStored(stored));
    return {
      count: calls.length,
      shown: calls
        .slice(0, MAX_CALLS)
        .map((call) => shownSealedCall(isMasked ? maskedCall(call) : call))
        .map((call) => ({
          ...call,
          request: beginning(call.request, MAX_PART_LENGTH),
          response: beginning(call.response, MAX_PART_LENGTH),
        })),
    };
  },
);

const beginning = (text: string, max: number): ShownText => ({ text: text.slice(0, max), length: text.length });
