import * as v from 'valibot';
import { callRows, NOT_ASKED } from '../../findings/domain/calls/call-rows.ts';
import { job } from '../../platform/values/job.ts';
import { jsonOfStored } from '../../platform/values/stored-json.ts';
import { CasePayload, type RecordedCall } from '../../recordings/domain/recorded-case.ts';
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
    const { calls, ...payload } = v.parse(ResultPayload, jsonOfStored(stored));
    const rows = callRows(calls ?? { ...NOT_ASKED, recorded: recordedCalls(recording) });
    return materialSample({ ...shownSides(payload), calls: rows });
  },
);

const recordedCalls = (recording: Uint8Array | undefined): RecordedCall[] =>
  recording === undefined ? [] : v.parse(CasePayload, jsonOfStored(recording)).calls;
