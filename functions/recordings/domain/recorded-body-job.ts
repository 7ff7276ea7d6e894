import * as v from 'valibot';
import { job } from '../../platform/values/job.ts';
import { jsonOfStored } from '../../platform/values/stored-json.ts';
import { maskedPayload } from './masks/masked-payload.ts';
import { CasePayload } from './recorded-case.ts';
import { shownPayload } from './sealed/shown-payload.ts';

interface RecordedBodyInput {
  stored: Uint8Array | undefined;
  of: 'request' | 'response';
  /** Whether credentials are masked. */
  isMasked: boolean;
}

/** Reads the bytes of a body of a stored case; null if there is none. */
export const recordedBodyJob = job(
  'recordings.body',
  ({ stored, of, isMasked }: RecordedBodyInput): { bytes: Uint8Array } | null => {
    if (stored === undefined) return null;
    const payload = v.parse(CasePayload, jsonOfStored(stored));
    const side = shownPayload(isMasked ? maskedPayload(payload) : payload)[of];
    return side === null || side.body === null ? null : { bytes: Buffer.from(side.body, side.bodyEncoding) };
  },
);
