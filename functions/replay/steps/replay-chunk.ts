import * as v from 'valibot';
import type { Step } from '../../platform/steps/step.ts';
import type { SendingServices } from '../composition.ts';
import { RoundInput } from '../domain/round-input.ts';
import { summaryOf } from '../service/chunk-summary.ts';
import { roundOf } from '../service/round-of.ts';
import { maySend } from './may-send.ts';
import { sendChunk } from './send-chunk.ts';
import { sentOutcomes } from './sent-outcomes.ts';

const ChunkInput = v.object({ ...RoundInput.entries, chunk: v.number() });

/**
 * A worker hands back after this long and is called again, so that even a request of the maximum timeout ends within
 * the 15 minutes of a Lambda function.
 */
const MAX_WORK_MS = 9 * 60_000;

/**
 * Sends the requests of a chunk that have no stored outcome yet and, when none remains, writes its summary
 * (architecture: a replay, end to end).
 */
export const replayChunk: Step<v.InferOutput<typeof ChunkInput>, SendingServices> = {
  input: ChunkInput,

  async run(input, services, signal) {
    const { results, plans, clusters, log } = services;
    const { plan, round } = await roundOf(input, services);
    if (round.finishedAt !== null || (await results.findSummary(plan.planId, round.round, input.chunk)))
      return { remaining: 0 };
    const chunk = await results.findChunk(plan.planId, round.round, input.chunk);
    if (chunk === undefined) {
      if (await results.isChunkDamaged(plan.planId, round.round, input.chunk)) {
        // Which cases it listed is lost. Its requests count as without result.
        log.error('a chunk cannot be read', { plan_id: plan.planId, round: round.round, chunk: input.chunk });
        return { remaining: 0 };
      }
      throw new Error('the chunk was never written');
    }

    const until = services.elapsed() + MAX_WORK_MS;
    const outcomes = sentOutcomes(plan, round.round, chunk, services);
    // Nothing secret is read for a target that is no longer allowed.
    const remaining = (await maySend(plan, round, services))
      ? await sendChunk({ plan, round, chunk, services, signal, until }, outcomes)
      : 0;
    const interrupted = (await plans.findRound(plan.planId, round.round))?.interruption !== null;
    if (remaining > 0 && !interrupted) return { remaining };

    const sent = outcomes.all();
    const summary = sent ? summaryOf(plan, chunk, sent) : await clusters.summarise(plan, round.round, chunk.chunk);
    await results.putSummary(plan, round.round, chunk.chunk, summary);
    log.debug('chunk replayed', { plan_id: plan.planId, round: round.round, chunk: chunk.chunk });
    return { remaining: 0 };
  },
};
