import * as v from 'valibot';
import { job } from '../../platform/values/job.ts';
import { jsonOfStored } from '../../platform/values/stored-json.ts';
import { CasePayload } from '../../recordings/domain/recorded-case.ts';
import { shownSealedCall } from '../../recordings/domain/sealed/shown-payload.ts';
import { ResultPayload } from '../../replay/domain/results/result-payload.ts';
import { shownSides } from '../../replay/domain/results/shown-result.ts';
import { type MaterialSample, materialSample } from './material-sample.ts';

export interface MaterialInput {
  /** A ResultPayload; undefined if its bytes have expired. */
  stored: Uint8Array | undefined;
  /** The recorded case; undefined if it was deleted. */
  recording: Uint8Array | undefined;
}

/** Reads what a prompt shows of a failed request; null if its bytes have expired. */
export const materialSampleJob = job(
  'analysis.material-sample',
  ({ stored, recording }: MaterialInput): MaterialSample | null => {
    if (stored === undefined) return null;
    const calls =
      recording === undefined ? [] : v.parse(CasePayload, jsonOfStored(recording)).calls.map(shownSealedCall);
    return materialSample({ ...shownSides(v.parse(ResultPayload, jsonOfStored(stored))), calls });
  },
);
