import * as v from 'valibot';
import type { Difference } from '../../../compare/domain/difference.ts';
import { isExpectedId } from '../../../compare/domain/expected/expectation-ids.ts';
import { datesOf } from '../../../compare/domain/generated/answer-date.ts';
import { job } from '../../../platform/values/job.ts';
import { jsonOfStored, type StoredJson, storedJson } from '../../../platform/values/stored-json.ts';
import { CasePayload } from '../../../recordings/domain/recorded-case.ts';
import { sealedForCase } from '../../../recordings/domain/sealed/case-seal.ts';
import { comparablePayload, renewed } from '../../../recordings/domain/sealed/comparable-payload.ts';
import { sealPayload } from '../../../recordings/domain/sealed/seal-payload.ts';
import { sealerOf } from '../../../recordings/domain/sealed/sealer.ts';
import type { CredentialSettings } from '../../../recordings/domain/sealed/sealing.ts';
import type { PayloadVersion } from '../../../recordings/domain/versions/case-version.ts';
import { answerOf } from '../../../replay/domain/results/case-outcome.ts';
import { ResultPayload } from '../../../replay/domain/results/result-payload.ts';
import { shownResult } from '../../../replay/domain/results/shown-result.ts';
import type { AnswerTimes } from '../../../replay/domain/values/recorded-again/recorded-times.ts';
import { recordedValues } from '../../../replay/domain/values/recorded-again/recorded-values.ts';
import type { Mapping } from '../../../replay/domain/values/session-values.ts';
import { acceptedCalls } from './accepted-calls.ts';
import { acceptedResponse } from './accepted-response.ts';

interface AcceptedCaseInput {
  caseId: string;
  /** The current version of the recording; undefined if its bytes have expired. */
  stored: Uint8Array | undefined;
  /** A ResultPayload; undefined if its bytes have expired. */
  result: Uint8Array | undefined;
  /** What the other requests of its session mapped. */
  mapped: readonly Mapping[];
  /** Host and port. */
  targetHost: string;
  planItemId: string;
  settings: CredentialSettings;
  /** The data keys (sealer.ts). */
  keys: string;
  acceptedVersion: PayloadVersion;
  /** When it was recorded and replayed, where the responses do not say. */
  times: AnswerTimes;
}

/** A version that is made of a result. */
export interface AcceptedCase {
  payload: StoredJson;
  status: number;
  /** Values that were written as recorded. */
  replaced: number;
  /** What it changes, as readers see it. */
  differences: Difference[];
}

/**
 * Makes the next version of a recording of what a run answered; null if a side has expired, or there was no response.
 */
export const acceptedCaseJob = job(
  'findings.accept',
  ({
    caseId,
    stored,
    result,
    mapped,
    targetHost,
    planItemId,
    settings: current,
    keys,
    acceptedVersion,
    times: ofCase,
  }: AcceptedCaseInput) => {
    if (stored === undefined || result === undefined) return null;
    const sealer = sealerOf(keys);
    const recorded = v.parse(CasePayload, jsonOfStored(stored));
    const { payload: before, settings } = comparablePayload(recorded, caseId, current, sealer);
    const found = renewed(v.parse(ResultPayload, jsonOfStored(result)), sealer);
    const { request, replayed, differences, calls } = found;
    if (replayed === null) return null;
    const all = renewed([...(found.mapped ?? []), ...mapped], sealer);
    const times = (found.recorded && datesOf(answerOf(found.recorded), answerOf(replayed))) ?? ofCase;
    const values = recordedValues(all, { request, targetHost, planItemId, times, recorded: found.recorded });
    const response = acceptedResponse({ request, recorded: found.recorded, replayed, differences }, values);
    const made = acceptedCalls(before.calls, calls, request.path, values);
    if (made === null) return 'UNANSWERED_CALLS' as const;
    const version = { ...before, response: response.value, calls: made.value, acceptedVersion };
    // The settings may have become stricter since the run.
    const { credentialMode, ...rest } = sealedForCase(sealPayload(version, settings, sealer, 'stored'), caseId, sealer);
    return {
      // Searches look for the mode at the end (payload-matches.ts).
      payload: storedJson({ ...rest, credentialMode }),
      status: response.value.status,
      replaced: response.replaced + made.replaced,
      differences: shownResult(found).differences.filter(({ rule }) => rule === null || isExpectedId(rule)),
    } satisfies AcceptedCase;
  },
);

/** The values that a stored result mapped; none if its bytes have expired. */
export const mappedValuesJob = job(
  'findings.mapped-values',
  ({ stored }: { stored: Uint8Array | undefined }): Mapping[] =>
    stored === undefined
      ? []
      : (v.parse(ResultPayload, jsonOfStored(stored)).mapped ?? []).map(({ recorded, replayed, thing, from }) => ({
          recorded,
          replayed,
          thing,
          from,
        })),
);
