import type { EvaluationUses } from '../../composition.ts';
import type { GateDecision } from '../../domain/gates/gate-decision.ts';
import type { GatePolicy } from '../../domain/gates/gate-policy.ts';
import type { RunAnswer } from '../evaluation-answers.ts';
import { versionReader } from '../versions/version-facts.ts';

/** A run with what its row says of it beside the run. */
export interface ListedRun {
  run: RunAnswer;
  appId: string | null;
  /** Absent before it is decided. */
  decision: GateDecision | undefined;
  policy: GatePolicy | null;
}

/** Reads applications, decisions and rules of the runs of a page. */
export async function listedRuns(
  runs: readonly RunAnswer[],
  services: EvaluationUses<'artifacts' | 'workflowVersions' | 'gateDecisions'>,
): Promise<ListedRun[]> {
  const factsOf = versionReader(services);
  return Promise.all(
    runs.map(async (run): Promise<ListedRun> => {
      const [{ appId, policy }, decision] = await Promise.all([
        factsOf(run.workflow_version_digest, ['framework_definition', 'gate_policy']),
        run.gate.status === 'decided' ? services.evaluation.gateDecisions.primary(run.workflow_run_id) : undefined,
      ]);
      return { run, appId, decision, policy };
    }),
  );
}
