import {
  type ApiRequest,
  consoleErrors,
  type Endpoint,
  JSON_BODY,
  type JsonResponse,
  ok,
} from '../../platform/http/api.ts';
import { endpoint } from '../../platform/http/endpoint.ts';
import { hasScope } from '../../platform/http/has-scope.ts';
import { originOf } from '../../platform/values/origin-pattern.ts';
import type { NewPlanServices } from '../composition.ts';
import { consolePlanBodyOf, parseConsolePlan, REASON_OF, type ReasonCode } from '../domain/console-plan.ts';
import { KNOWN_CALLER } from '../service/plan-admission.ts';
import { noteRefusedTarget } from '../service/refused-target.ts';
import { newPlanDocs } from './create-plan.doc.ts';
import type { NewPlanAnswer } from './new-plan-answer.ts';

type CreatingServices = Pick<NewPlanServices, 'applications' | 'audit' | 'config' | 'log' | 'newPlans' | 'now'>;

const createPlanBy = (
  method: 'GET' | 'POST',
  bodyOf: (request: ApiRequest) => Record<string, unknown>,
  operatorOf: (request: ApiRequest) => string,
  doc: (typeof newPlanDocs)[keyof typeof newPlanDocs],
): Endpoint<CreatingServices> =>
  endpoint({
    method,
    path: '/api/createPlan',
    scope: 'write',
    audits: 'run.started',
    ...(method === 'POST' && { body: JSON_BODY }),
    grows: true,
    startsRun: true,
    errors: consoleErrors,
    doc,
    fault: (_, __, error) => refused(500, error.message),
    answer: (request, services) => createPlan(bodyOf(request), operatorOf(request), services, request),
  });

/** Creates a plan from query parameters, as a webhook calls it (spec 4.6). */
export const createPlanByQuery = createPlanBy(
  'GET',
  ({ query }) => consolePlanBodyOf(query),
  () => 'Webhook',
  newPlanDocs.createPlanByQuery,
);

/** Creates a plan from a JSON body, as the web console does (spec 4.6). */
export const createPlanByBody = createPlanBy(
  'POST',
  ({ body }) => body,
  ({ caller }) => caller.name,
  newPlanDocs.createPlan,
);

async function createPlan(
  body: Record<string, unknown>,
  operator: string,
  { applications, newPlans, config, now, log, audit }: CreatingServices,
  { caller, headers }: Pick<ApiRequest, 'caller' | 'headers'>,
): Promise<JsonResponse<NewPlanAnswer>> {
  if (headers.has('x-replay-id')) return refused(2, 'x-replay-id: a replayed request must not create a plan');
  const { replay } = await applications.settings(typeof body.appId === 'string' ? body.appId : '');
  const request = parseConsolePlan(body, { now: now(), caseCountLimit: config.caseCountLimit, load: replay, operator });
  if (!request.ok) return refused(Number(request.code) as ReasonCode, request.message); // digits of the reason code
  const allowsTarget = body.allowTarget === 'run' && hasScope(caller, 'admin') ? caller.name : undefined;
  if (body.allowTarget === 'run' && allowsTarget === undefined) return refused(2, 'allowTarget needs the scope admin');
  const created = await newPlans.create(request.value, { ...KNOWN_CALLER, ...(allowsTarget && { allowsTarget }) });
  if (!created.ok) {
    await noteRefusedTarget(created, request.value, caller, audit);
    return refused(REASON_OF[created.code], created.message);
  }
  if (allowsTarget) {
    const { appId, targetEnv } = request.value;
    await audit.note(caller, 'target.allowed', {
      appId,
      address: originOf(targetEnv) ?? targetEnv,
      planId: created.value,
    });
  }
  log.info('plan created', { plan_id: created.value, app_id: request.value.appId });
  return ok({ result: 1, desc: 'success', data: { reasonCode: 0, replayPlanId: created.value } });
}

const refused = (reasonCode: ReasonCode, desc: string): JsonResponse<NewPlanAnswer> =>
  ok({ result: 2, desc, data: { reasonCode, replayPlanId: null } });
