import { answers, docs, refusal } from '../../platform/http/documents/endpoint-doc.ts';
import { BegunRound, startedExample } from './parts/begun-round.ts';
import { NO_PLAN } from './parts/run-refusals.ts';

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
