import * as v from 'valibot';
import { answers, docs, refusal } from '../../../platform/http/documents/endpoint-doc.ts';
import { EXAMPLE } from '../../../platform/http/documents/path-parts.ts';
import { NO_SCHEDULE, SCHEDULE_PARTS } from './schedules.doc.ts';

/** The refusal of a request that a replay has sent. */
export const REPLAYED = refusal(409, 'CREATE_PLAN_FAILED', 'x-replay-id: a replayed request must not start a run');
/** The refusal of an Idempotency-Key that cannot be used. */
export const UNUSABLE_KEY = refusal(
  400,
  'INVALID_IDEMPOTENCY_KEY',
  'Idempotency-Key must be 1 to 255 visible ASCII characters',
);

/** What the OpenAPI document says of runs that are started outside of the times of their schedule. */
export const startDocs = docs('Schedules', {
  startSchedule: {
    summary: 'Start a run of a schedule now',
    description:
      'Starts the run that the schedule would start, also while it is paused. The next time stays. The run has the caller as its operator, and is `lastPlanId` of the schedule. A refused request changes nothing, `lastError` included.',
    params: SCHEDULE_PARTS,
    headers: {
      'idempotency-key': {
        schema: v.string(),
        description:
          '1 to 255 visible ASCII characters. For 24 hours, the same key returns the same planId and starts nothing.',
        example: 'start-4711',
      },
    },
    responses: answers(v.object({ planId: v.string() }), { planId: EXAMPLE.planId }),
    refusals: [
      NO_SCHEDULE,
      UNUSABLE_KEY,
      REPLAYED,
      refusal(409, 'APP_NOT_REGISTERED', 'the application has no endpoint'),
      refusal(409, 'UNKNOWN_OPERATION', 'these operations are not registered under appId=shop: [/a, /b]'),
      refusal(409, 'REASON_101', 'no endpoint of the application is recorded'),
      refusal(409, 'REASON_200', 'no cases recorded in the time range'),
      refusal(409, 'PLAN_RUNNING_1', 'a run of the application already replays against this targetEnv'),
      refusal(409, 'REASON_1', 'another replay is being created for the same application; retry later'),
    ],
  },
});
