import { REQUEST_RATE, tokenBucket } from '../../domain/evaluation/token-bucket.ts';
import type { World } from '../../world.ts';
import { gateDecisionsRepository } from './gate-decisions.ts';
import { lastPassingRepository } from './last-passing.ts';
import { ledger } from './ledger.ts';
import { ledgerHead } from './ledger-head.ts';
import { runsRepository } from './runs.ts';
import { scoresRepository } from './scores.ts';

export type EvaluationRepositories = ReturnType<typeof evaluationRepositories>;

/** Everything of the evaluation API that is stored for one tenant (evaluation 4). */
export function evaluationRepositories(world: World, tenant: string) {
  const head = ledgerHead(world, tenant);
  return {
    /** Of this process: each instance of a function has its own. */
    requestRate: tokenBucket(REQUEST_RATE, world.now),
    runs: runsRepository({ ...world, head }, tenant),
    ledger: ledger({ ...world, head }, tenant),
    scores: scoresRepository(world, tenant),
    gateDecisions: gateDecisionsRepository(world, tenant),
    lastPassing: lastPassingRepository(world, tenant),
  };
}
