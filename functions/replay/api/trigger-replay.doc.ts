import * as v from 'valibot';
import { answers, docs, json, named } from '../../platform/http/documents/endpoint-doc.ts';
import { EXAMPLE } from '../../platform/http/documents/path-parts.ts';
import { Outcome } from '../../platform/http/documents/shown-schemas.ts';
import { TriggerBody } from '../domain/trigger.ts';

/** The answer to a trigger (spec 2.2). */
const TriggerAnswer = named(
  'ReplayTriggerAnswer',
  v.object({ planId: v.nullable(v.string()), statusUrl: v.nullable(v.string()), ...Outcome.entries }),
);

/** What the OpenAPI document says of the trigger (spec 2.2, 7.1). */
export const triggerDocs = docs('Trigger and poll', {
  triggerReplay: {
    summary: 'Trigger a run',
    description:
      'Creates a run, starts it in the background and returns immediately. A refused request changes nothing. An accepted one is durable.',
    headers: {
      'idempotency-key': {
        schema: v.string(),
        description:
          '1 to 255 visible ASCII characters. For 24 hours, the same key with the same body returns the same planId and starts nothing.',
        example: 'build-4711',
      },
    },
    request: json(named('ReplayTrigger', TriggerBody), {
      appId: EXAMPLE.appId,
      targetEnv: EXAMPLE.targetEnv,
      operations: [EXAMPLE.operation],
      caseSource: 'rolling',
      caseSourceHours: 24,
      passThreshold: 0.95,
      attributes: { 'service.name': 'shop', 'vcs.ref.head.name': 'main' },
    }),
    responses: answers(TriggerAnswer, {
      planId: EXAMPLE.planId,
      statusUrl: `/openapi/v1/replay-runs/${EXAMPLE.planId}`,
      errorCode: null,
      errorMessage: null,
    }),
    codes: {
      MISSING_APP_ID: 'appId is missing.',
      MISSING_TARGET_ENV: 'targetEnv is missing.',
      INVALID_CASE_SOURCE_HOURS: 'caseSourceHours is not a positive integer.',
      INVALID_CASE_SOURCE: 'caseSource is neither rolling nor pinned.',
      EMPTY_OPERATIONS: 'operations contains only blank strings.',
      CREATE_PLAN_FAILED: 'Another member or a header is invalid; errorMessage names it.',
      APP_NOT_REGISTERED: 'operations are given, and the application has no endpoint.',
      UNKNOWN_OPERATION: 'operations that were never recorded; errorMessage lists them.',
      REASON_101: 'The application has no endpoint.',
      REASON_200: 'No case in the time range.',
      PLAN_RUNNING_1: 'A run of the application replays against this targetEnv; errorMessage has its planId.',
      REASON_1: 'A run of the application is being created at this moment; try again.',
      INTERNAL_ERROR: 'The service failed; the trigger may be repeated.',
    },
  },
});
