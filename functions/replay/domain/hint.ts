import * as v from 'valibot';

/** Causes of failures that a round can prove (interface 10, hints), in the order in which they are shown. */
export const HintCode = v.picklist([
  'NOT_REACHED',
  'CREDENTIALS_EXPIRED',
  'NO_LOGIN_RECORDED',
  'CREDENTIALS_REMOVED',
  'SAVED_FOR_OTHER_TARGETS',
  'LOGIN_REFUSED',
  'HEADER_MISSING',
  'SESSION_CUT',
  'CALLS_NOT_ANSWERED',
  'OTHER_SESSIONS_WRITE',
]);
export type HintCode = v.InferOutput<typeof HintCode>;

/** A cause, and the setting of the application that fixes it. */
export const RunHint = v.object({
  code: HintCode,
  /** Paths with at least one such request, and endpoints as method and path; these are absent in earlier versions. */
  interfaces: v.number(),
  endpoints: v.optional(v.number()),
  requests: v.number(),
  /** More requests failed than were looked at, so that there may be more of these. */
  isAtLeast: v.optional(v.literal(true)),
  setting: v.picklist([
    'login',
    'login.place.always',
    'replay.headers.set',
    'replay.headers.always',
    'replay.headers.remove',
    // Downstream calls had no recorded call, or nothing asked for them.
    'mocks.onMiss',
    'mocks.correlation',
    'replay.order',
    'targets',
  ]),
  /** Why connections to the target failed; NOT_REACHED only. */
  cause: v.optional(v.string()),
  /** Names of the fixed headers that were not sent, then `login` for the login step; SAVED_FOR_OTHER_TARGETS only. */
  leftOut: v.optional(v.array(v.string())),
  /** When the last of the credentials expired, epoch ms; CREDENTIALS_EXPIRED only. */
  expiredAt: v.optional(v.number()),
});
export type RunHint = v.InferOutput<typeof RunHint>;
