import type { Step } from '../../platform/steps/step.ts';
import { attemptIdOf } from '../../replay/domain/attempt-id.ts';
import type { RunningServices, RunningUses } from '../composition.ts';
import { MANAGED_HOST } from '../domain/hosts/managed-host.ts';
import type { EventDraft } from '../domain/ledger/event.ts';
import { artifactCommitted, attempted, isAttemptDue, newAttempt } from '../domain/runs/new-attempt.ts';
import { statusReason } from '../domain/runs/status-reason.ts';
import { prepareReplay } from '../replay-regression/steps/prepare-replay.ts';
import { decided, RunInput, type RunState } from './evaluation-step.ts';
import { workflowOf } from './workflow-of.ts';

/** Creates the next attempt of a run if one is due (evaluation 3.8), with evidence of its inputs before it begins. */
export const startAttempt: Step<RunInput, RunningServices> = {
  input: RunInput,
  run: (input, services) => decided(input, services, (state) => start(state, services)),
};

async function start(
  { run }: RunState,
  services: RunningUses<
    'workflowVersions' | 'ledger' | 'artifacts',
    'now' | 'newPlans' | 'recordings' | 'applications' | 'config' | 'work'
  >,
): Promise<Record<string, never> | 'conflict'> {
  if (run.status !== 'running') return {};
  const { workflow, manifests, maxAttempts } = await workflowOf(run, services);
  if (!isAttemptDue(run.attempts, maxAttempts)) return {};
  const { framework_definition, subject, environment } = manifests;
  if (!framework_definition || !subject || !environment)
    throw new Error('a manifest of an admitted run no longer exists');

  const isManaged = workflow.capability_negotiation.eligible_hosts.includes(MANAGED_HOST.host_id);
  const made = (status: Parameters<typeof newAttempt>[1]['status']) =>
    newAttempt(run, {
      status,
      runner_version: workflow.workflow_version.runner.version,
      host: isManaged ? { kind: 'managed', host_id: MANAGED_HOST.host_id } : { kind: 'federated', host_id: '' },
      now: services.now(),
    });
  const append = async (attempt: ReturnType<typeof made>, events: EventDraft[]) => {
    const change = { phase: 'attempting' } as const;
    const appended = await services.evaluation.ledger.append({ run, change, attempt, events });
    return typeof appended === 'string' ? 'conflict' : ({} as const);
  };

  // A host starts it by taking its lease (evaluation 3.11).
  if (!isManaged) {
    const queued = made('queued');
    return append(queued, [attempted(queued)]);
  }
  const attemptId = attemptIdOf(run.workflow_run_id, run.attempts.length + 1);
  const prepared = await prepareReplay({ framework_definition, subject, environment }, run, attemptId, services);
  if (!prepared.ok) {
    const refused = { ...made(prepared.code), status_reason: statusReason(prepared.code, prepared.message) };
    return append(refused, [attempted(refused)]);
  }
  const evidence = [{ role: 'case_manifest', digest: prepared.value.digest }];
  const running = { ...made('running'), evidence };
  return append(running, [artifactCommitted(prepared.value, 'case_manifest', attemptId), attempted(running)]);
}
