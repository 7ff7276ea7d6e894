import * as v from 'valibot';
import type { Step } from '../../platform/steps/step.ts';
import { RoundInput } from '../../replay/domain/round-input.ts';
import { roundOf } from '../../replay/service/round-of.ts';
import type { SettlingServices } from '../composition.ts';

const RecompareInput = v.object({
  ...RoundInput.entries,
  /** The id of the request, which identifies chunks already processed for it. */
  request: v.string(),
  /** The number of chunks, the first one, and the stride to the next one of this lane. */
  chunks: v.number(),
  chunk: v.number(),
  lanes: v.number(),
});

/** A worker hands back after this long and is called again, far below the 15 minutes of a Lambda function. */
const MAX_WORK_MS = 10 * 60_000;

/**
 * Compares the stored responses of every `lanes`-th chunk again; `chunk` in its result is where to continue, -1 at the
 * end.
 */
export const recompareChunk: Step<
  v.InferOutput<typeof RecompareInput>,
  Pick<SettlingServices, 'recompares' | 'elapsed' | 'plans'>
> = {
  input: RecompareInput,

  async run(input, services, signal) {
    const { recompares, elapsed } = services;
    const { plan } = await roundOf(input, services);
    const until = elapsed() + MAX_WORK_MS;
    const reason = { id: input.request, stops: () => signal.aborted || elapsed() >= until };
    for (let chunk = input.chunk; chunk < input.chunks; chunk += input.lanes) {
      if (!(await recompares.compareChunk(plan, input.round, chunk, reason))) return { chunk };
    }
    return { chunk: -1 };
  },
};
