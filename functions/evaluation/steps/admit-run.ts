import type { Step } from '../../platform/steps/step.ts';
import type { RunningUses } from '../composition.ts';
import { decided, MAX_WAIT_SECONDS, RunInput, waitSeconds } from './evaluation-step.ts';

/** Admits a run, or returns the seconds until the next try. A tenant has at most 20 active runs (evaluation 4). */
export const admitRun: Step<RunInput, RunningUses<'runs' | 'ledger', 'now' | 'config'>> = {
  input: RunInput,

  run: (input, services) =>
    decided(input, services, async ({ run, attempt }) => {
      // Cancelled, already admitted, or rejected by validation.
      if (run.status !== 'queued' || attempt !== null) return { waitSeconds: 0 };
      const { ledger } = services.evaluation;
      const change = { phase: 'admitting' } as const;
      const admitted = await ledger.append({ run, change: { ...change, status: 'running' }, events: [] });
      if (admitted === 'conflict') return admitted;
      if (admitted !== 'full') return { waitSeconds: 0 };
      if (run.phase !== 'admitting' && (await ledger.append({ run, change, events: [] })) === 'conflict')
        return 'conflict';
      const since = services.now() - run.created_at;
      return { waitSeconds: waitSeconds(services.config.evaluationPollSeconds, since, MAX_WAIT_SECONDS.queued) };
    }),
};
