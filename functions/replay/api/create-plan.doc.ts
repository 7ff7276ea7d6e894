import * as v from 'valibot';
import {
  docs,
  json,
  named,
  type ParameterDoc,
  type ParameterDocs,
} from '../../platform/http/documents/endpoint-doc.ts';
import { EXAMPLE } from '../../platform/http/documents/path-parts.ts';
import { ConsolePlanBody } from '../domain/console-plan.ts';
import { NewPlanAnswer } from './new-plan-answer.ts';

/** The values of data.reasonCode (interface 4.6). */
const REASONS = `| reasonCode | Cause |
|---|---|
| 1 | Another run of the application is being created. |
| 2 | A member is invalid; desc names it. |
| 3 | A run of the application replays against this targetEnv. |
| 101 | The application has no endpoint. |
| 103 | caseSourceFrom is not before caseSourceTo. |
| 200 | No case in the time range. |
| 500 | The service failed; the request may be repeated. |`;

const responses = {
  200: json(NewPlanAnswer, { result: 1, desc: 'success', data: { reasonCode: 0, replayPlanId: EXAMPLE.planId } }),
};

const { entries } = ConsolePlanBody;
const parameter = (schema: v.GenericSchema, description: string, example?: ParameterDoc['example']): ParameterDoc => ({
  schema,
  description,
  ...(example !== undefined && { example }),
});

/** The parameters of spec 4.6, row by row. */
const query: ParameterDocs = {
  appId: { ...parameter(entries.appId, 'Id of an application with recordings.', EXAMPLE.appId), required: true },
  targetEnv: { ...parameter(entries.targetEnv, 'Address of the test instance.', EXAMPLE.targetEnv), required: true },
  caseSourceFrom: parameter(entries.caseSourceFrom.wrapped, 'Start of the window, epoch ms. Default: a day ago.'),
  caseSourceTo: parameter(entries.caseSourceTo.wrapped, 'End of the window, epoch ms. Default: now.'),
  caseCountLimit: parameter(entries.caseCountLimit.wrapped, 'Maximum cases per endpoint.', 100),
  caseSelection: parameter(
    entries.caseSelection.wrapped,
    'Which cases of an endpoint are selected up to the limit. newest (default): the newest ones. spread: those that differ in structure.',
    'spread',
  ),
  planName: parameter(entries.planName.wrapped, 'Display name.', 'Nightly'),
  operationIds: { ...parameter(v.string(), 'Only these endpoints.', EXAMPLE.operation), repeats: true },
  enableMock: parameter(entries.enableMock.wrapped, 'false: downstream calls reach their real targets.'),
  caseTags: parameter(v.string(), 'Tag filters, as JSON text.', '{"tier":"gold"}'),
};

/** What the OpenAPI document says of new plans (spec 4.6, interface 4.6). */
export const newPlanDocs = docs('Runs', {
  createPlanByQuery: {
    summary: 'Create a run from a query',
    description: `For webhooks: the operator of the run is \`Webhook\`. Refusals have status 200.\n\n${REASONS}`,
    hasSideEffect: true,
    query,
    responses,
  },
  createPlan: {
    summary: 'Create a run',
    description: `Creates the run and returns without waiting for it. Such runs send no notifications.\n\nThe body takes every parameter of the GET under the same name: \`operationIds\` as a list, \`caseTags\` as an object. Refusals have status 200.\n\n${REASONS}`,
    request: json(named('PlanToCreate', ConsolePlanBody), {
      appId: EXAMPLE.appId,
      targetEnv: EXAMPLE.targetEnv,
      planName: 'Nightly',
      caseCountLimit: 100,
      operationCaseInfoList: [{ operationId: EXAMPLE.operation }],
      load: { maxQps: 50, concurrency: 5, timeoutMs: 10_000 },
    }),
    responses,
  },
});
