import * as v from 'valibot';
import { job } from '../../platform/values/job.ts';
import { jsonOfStored } from '../../platform/values/stored-json.ts';
import { CasePayload } from './recorded-case.ts';

/** Reads the bytes of a body of a stored case; null if there is none. */
export const recordedBodyJob = job(
  'recordings.body',
  ({ stored, of }: { stored: Uint8Array | undefined; of: 'request' | 'response' }): { bytes: Uint8Array } | null => {
    const side = stored === undefined ? null : v.parse(CasePayload, jsonOfStored(stored))[of];
    return side === null || side.body === null ? null : { bytes: Buffer.from(side.body, side.bodyEncoding) };
  },
);
