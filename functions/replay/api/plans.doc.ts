import * as v from 'valibot';
import { answers, docs, named, refusal } from '../../platform/http/documents/endpoint-doc.ts';
import { EXAMPLE } from '../../platform/http/documents/path-parts.ts';
import { Count } from '../../platform/http/documents/shown-schemas.ts';

/** The error of an unknown plan. */
export const NO_PLAN = refusal(404, 'NOT_FOUND', 'there is no such run');
/** The error of a plan that has not completed. */
export const NOT_COMPLETED = refusal(409, 'NOT_COMPLETED', 'the run has not completed');

/** The round that a request has started or is about. */
export const BegunRound = named('Round', v.object({ planId: v.string(), round: Count }));
/** An example of it. */
export const startedExample = (number: number) => ({ planId: EXAMPLE.planId, round: number });

/** The error of a run whose target the egress policy denies. */
export const TARGET_DENIED = refusal(409, 'TARGET_DENIED', 'targetEnv is no longer allowed by the egress policy');
/** The error of a run that may not start another round yet. */
export const PLAN_RUNNING = refusal(
  409,
  'PLAN_RUNNING',
  'the run has not completed, or another run replays against its targetEnv',
);

/** What the OpenAPI document says of further rounds (interface 10). */
export const roundDocs = docs('Runs', {
  rerunReplay: {
    summary: 'Start another round of a run',
    description:
      'Starts the next round: it selects and sends requests, and settles again. A triggered run also notifies again.',
    responses: answers(BegunRound, startedExample(2)),
    refusals: [NO_PLAN, TARGET_DENIED, PLAN_RUNNING],
  },
});
