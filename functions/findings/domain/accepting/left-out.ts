import * as v from 'valibot';

/** Why a request is not accepted as the new recording (interface 13), in the order of the checks. */
export const LeftOutReason = v.picklist([
  'NO_RESULT',
  'NO_RESPONSE',
  'NO_LOGIN',
  'RATE_LIMITED',
  'CUT_RESPONSE',
  'UNCHANGED',
  'OTHER_FINDING',
  'SERVER_ERROR',
  'NO_RECORDING',
  'OTHER_VERSION',
  'UNANSWERED_CALLS',
  'TOO_COSTLY',
]);
export type LeftOutReason = v.InferOutput<typeof LeftOutReason>;

/** The same as sentences. */
export const LEFT_OUT_TEXTS: Readonly<Record<LeftOutReason, string>> = {
  NO_RESULT: 'it has no result',
  NO_RESPONSE: 'the target did not answer, which says nothing about the build',
  NO_LOGIN: 'its session has no login at the target, which says nothing about the build',
  RATE_LIMITED: 'the target limited the rate, which says nothing about the build',
  CUT_RESPONSE: 'the response was too large to be stored as a whole',
  UNCHANGED: 'it was answered as recorded',
  OTHER_FINDING: 'not every finding is expected',
  SERVER_ERROR: 'server errors are accepted only if you say so',
  NO_RECORDING: 'its recording no longer exists',
  OTHER_VERSION: 'the recording no longer has the version that this run compared with',
  UNANSWERED_CALLS: 'a downstream call of the build has no response that could be recorded',
  TOO_COSTLY: 'the recording took too much time or memory',
};
