import * as v from 'valibot';
import { job } from '../../platform/values/job.ts';
import { jsonOfStored } from '../../platform/values/stored-json.ts';
import { CasePayload, type RecordedCall, type RecordedRequest } from './recorded-case.ts';
import { comparablePayload } from './sealed/comparable-payload.ts';
import { sealerOf } from './sealed/sealer.ts';
import type { CredentialSettings } from './sealed/sealing.ts';

/** What is sent of a stored case, without the response. */
export interface SendableCase {
  request: RecordedRequest;
  /** Its downstream calls. */
  calls: Pick<RecordedCall, 'kind' | 'target'>[];
}

interface RequestInput {
  caseId: string;
  stored: Uint8Array | undefined;
  settings: CredentialSettings;
  /** The data keys (sealer.ts). */
  keys: string;
}

/** Reads the request of a stored case, sealed as the current settings say; null if its bytes have expired. */
export const recordedRequestJob = job(
  'recordings.request',
  ({ caseId, stored, settings, keys }: RequestInput): SendableCase | null => {
    if (stored === undefined) return null;
    const { payload } = comparablePayload(v.parse(CasePayload, jsonOfStored(stored)), caseId, settings, sealerOf(keys));
    const { request, calls } = payload;
    return { request, calls: calls.map(({ kind, target }) => ({ kind, target })) };
  },
);
