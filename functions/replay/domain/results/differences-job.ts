import * as v from 'valibot';
import type { Difference } from '../../../compare/domain/difference.ts';
import { job } from '../../../platform/values/job.ts';
import { jsonOfStored } from '../../../platform/values/stored-json.ts';
import { ResultPayload } from './result-payload.ts';

/** Reads the differences of a stored result; none if its bytes have expired. */
export const differencesJob = job(
  'replay.differences',
  ({ stored }: { stored: Uint8Array | undefined }): Difference[] =>
    stored === undefined ? [] : v.parse(ResultPayload, jsonOfStored(stored)).differences,
);
