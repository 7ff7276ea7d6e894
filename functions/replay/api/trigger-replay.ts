import { type ApiRequest, type Endpoint, ERRORS, JSON_BODY, ok, openApiErrors } from '../../platform/http/api.ts';
import { endpoint } from '../../platform/http/endpoint.ts';
import type { NewPlanServices } from '../composition.ts';
import { planOfTrigger } from '../domain/create-plan.ts';
import { parseTrigger, triggerFingerprint } from '../domain/trigger.ts';
import { noteRefusedTarget } from '../service/refused-target.ts';
import { openApiCaller } from './open-api-caller.ts';
import { sentTrigger } from './sent-trigger.ts';
import { triggerDocs } from './trigger-replay.doc.ts';

/** Plans a replay, starts it in the background and responds immediately (spec 4.1). */
export const triggerReplay: Endpoint<
  Pick<NewPlanServices, 'applications' | 'newPlans' | 'config' | 'now' | 'log' | 'audit'>
> = endpoint({
  method: 'POST',
  path: '/openapi/v1/replay-triggers',
  scope: null,
  audits: 'run.started',
  body: JSON_BODY,
  grows: true,
  startsRun: true,
  storedBytes: bytesOfPlan,
  errors: openApiErrors,
  doc: triggerDocs.triggerReplay,
  // Table 7.1 has one code for faults of the service; the message says which.
  fault: (_, __, error) =>
    refused(
      'INTERNAL_ERROR',
      error === ERRORS.diskFull ? error.message : 'the service failed; the trigger may be repeated',
    ),

  async answer(request, { applications, newPlans, config, now, log, audit }) {
    const trigger = parseTrigger({
      ...sentTrigger(request),
      idempotencyKey: request.headers.get('idempotency-key'),
      isReplayed: request.headers.has('x-replay-id'),
      // With a token, the Open API lets none through without it.
      isAnonymous: config.openApiToken === null,
    });
    if (!trigger.ok) return refused(trigger.code, trigger.message);

    const { appId, operations, attributes, idempotencyKey } = trigger.value;
    const caller = openApiCaller(request, config);
    if (trigger.value.credentials && !(await caller.mayWrite())) return refused('CREATE_PLAN_FAILED', NEEDS_WRITE);
    const { replay } = await applications.settings(appId);
    const plan = planOfTrigger(trigger.value, operations?.map((operation) => ({ operation, caseIds: null })) ?? null, {
      now: now(),
      caseCountLimit: config.caseCountLimit,
      load: { maxQps: replay.maxQps, concurrency: replay.concurrency, timeoutMs: replay.timeoutMs },
    });
    const created = await newPlans.create(plan, caller, {
      attributes,
      idempotency:
        idempotencyKey === null ? null : { key: idempotencyKey, fingerprint: triggerFingerprint(trigger.value) },
    });
    if (!created.ok) {
      await noteRefusedTarget(created, plan, await request.holder(), audit);
      return refused(created.code, created.message);
    }
    log.info('replay triggered', { plan_id: created.value, app_id: appId });
    return ok({
      planId: created.value,
      statusUrl: `/openapi/v1/replay-runs/${created.value}`,
      errorCode: null,
      errorMessage: null,
    });
  },
});

const NEEDS_WRITE = 'credentials needs an API key with the scope write, in x-api-key';

const refused = (errorCode: string, errorMessage: string) => ({
  ...ok({ planId: null, statusUrl: null, errorCode, errorMessage }),
  storedNothing: true as const,
});

/** What a run keeps of its trigger: members without a meaning are not stored, whichever caller sends them. */
function bytesOfPlan({ body: { attributes, operations, caseTags } }: Pick<ApiRequest, 'body'>): number {
  return Buffer.byteLength(JSON.stringify({ attributes, operations, caseTags }));
}
