import * as v from 'valibot';
import { job } from '../../../platform/values/job.ts';
import { jsonOfStored } from '../../../platform/values/stored-json.ts';
import type { RecordedRequest } from '../../../recordings/domain/recorded-case.ts';
import { ResultPayload } from './result-payload.ts';

/** Reads the request of a stored result as it was sent; null if it was sent as recorded, or its bytes have expired. */
export const sentRequestJob = job(
  'replay.sent-request',
  ({ stored }: { stored: Uint8Array | undefined }): RecordedRequest | null =>
    stored === undefined ? null : (v.parse(ResultPayload, jsonOfStored(stored)).sent ?? null),
);
