import * as v from 'valibot';
import { job } from '../../platform/values/job.ts';
import { jsonOfStored } from '../../platform/values/stored-json.ts';
import { CasePayload, type RecordedRequest } from './recorded-case.ts';

/** What is sent of a stored case, without the response. */
export interface SendableCase {
  request: RecordedRequest;
  /** The number of its downstream calls. */
  calls: number;
}

/** Reads the request of a stored case; null if its bytes have expired. */
export const recordedRequestJob = job(
  'recordings.request',
  ({ stored }: { stored: Uint8Array | undefined }): SendableCase | null => {
    if (stored === undefined) return null;
    const { request, calls } = v.parse(CasePayload, jsonOfStored(stored));
    return { request, calls: calls.length };
  },
);
