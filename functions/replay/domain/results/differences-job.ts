import * as v from 'valibot';
import type { Difference } from '../../../compare/domain/difference.ts';
import { job } from '../../../platform/values/job.ts';
import { jsonOfStored } from '../../../platform/values/stored-json.ts';
import { ResultPayload } from './result-payload.ts';
import { shownResult } from './shown-result.ts';

/** Reads the differences of a stored result as readers see them; none if its bytes have expired. */
export const differencesJob = job(
  'replay.differences',
  ({ stored }: { stored: Uint8Array | undefined }): Difference[] =>
    stored === undefined ? [] : shownResult(v.parse(ResultPayload, jsonOfStored(stored))).differences,
);
