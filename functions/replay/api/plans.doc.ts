import * as v from 'valibot';
import { type EndpointDoc, json, named, refusal } from '../../platform/http/documents/endpoint-doc.ts';
import { EXAMPLE } from '../../platform/http/documents/path-parts.ts';
import { Count, Time } from '../../platform/http/documents/shown-schemas.ts';
import { PlanStatus } from '../domain/plan.ts';

/** The error of an unknown plan. */
export const NO_PLAN = refusal(404, 'NOT_FOUND', 'there is no such run');
/** The error of a plan that has not completed. */
export const NOT_COMPLETED = refusal(409, 'NOT_COMPLETED', 'the run has not completed');

/** The round that a request has started or is about. */
export const BegunRound = named('Round', v.object({ planId: v.string(), round: Count }));
/** An example of it. */
export const startedExample = (number: number) => ({ planId: EXAMPLE.planId, round: number });

/** Documentation of the endpoint that reruns a plan (interface 10). */
export const rerunReplayDoc: EndpointDoc = {
  id: 'rerunReplay',
  tag: 'Runs',
  summary: 'Start another round of a run',
  description:
    'Starts the next round: it selects and sends requests, and settles again. A triggered run also notifies again.',
  responses: { 200: json(BegunRound, startedExample(2)) },
  refusals: [
    NO_PLAN,
    refusal(409, 'TARGET_DENIED', 'targetEnv is no longer allowed by the egress policy'),
    refusal(409, 'PLAN_RUNNING', 'the run has not completed, or another run replays against its targetEnv'),
  ],
};

/** Spec 4.5; both paths are one endpoint (interface 4.5). */
export const readProgressDoc = (path: string): EndpointDoc => ({
  id: path === '/progress' ? 'readProgressAtRoot' : 'readProgress',
  tag: 'Runs',
  summary: 'Read the progress of a run',
  description: 'At 100 percent, scheduling is done. For an unknown run, `result` is 2 and `data` is null.',
  query: { planId: { schema: v.string(), description: 'Id of a run.', example: EXAMPLE.planId, required: true } },
  responses: {
    200: json(
      named(
        'Progress',
        v.object({
          result: v.picklist([1, 2]),
          desc: v.string(),
          data: v.nullable(
            v.object({
              planId: v.string(),
              status: PlanStatus,
              percent: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(100)),
              lastUpdateTime: Time,
            }),
          ),
        }),
      ),
      {
        result: 1,
        desc: 'ok',
        data: { planId: EXAMPLE.planId, status: 'COMPLETED', percent: 100, lastUpdateTime: EXAMPLE.time },
      },
    ),
  },
});
