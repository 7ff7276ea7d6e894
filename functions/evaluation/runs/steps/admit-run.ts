import { decided, type EvaluationStep, MOST_WAIT, RunInput, waitSeconds } from '../../steps/evaluation-step.ts';

/** Lets a run begin, or says how many seconds it stays queued before this is asked again: 20 of a tenant are active at most (evaluation 4). */
export const admitRun: EvaluationStep = {
  input: RunInput,

  run: (input, services) =>
    decided(input, services, async ({ run, attempt }) => {
      // Cancelled, admitted before, or refused by validation.
      if (run.status !== 'queued' || attempt !== null) return { waitSeconds: 0 };
      const { ledger } = services.evaluation;
      const change = { phase: 'admitting' } as const;
      const admitted = await ledger.append({ run, change: { ...change, status: 'running' }, events: [] });
      if (admitted === 'conflict') return admitted;
      if (admitted !== 'full') return { waitSeconds: 0 };
      if (run.phase !== 'admitting' && (await ledger.append({ run, change, events: [] })) === 'conflict')
        return 'conflict';
      const since = services.now() - run.created_at;
      return { waitSeconds: waitSeconds(services.config.evaluationPollSeconds, since, MOST_WAIT.inLine) };
    }),
};
