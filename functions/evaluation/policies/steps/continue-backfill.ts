import type { RunningUses } from '../../composition.ts';
import {
  afterRun,
  type Backfill,
  endedBackfill,
  isBackfillOver,
  nextBackfillWindow,
} from '../../domain/policies/backfill.ts';
import type { PolicyVersion } from '../../domain/policies/online-policy.ts';
import { workflowObstacle } from '../../domain/policies/online-policy-step.ts';
import { CLAIM_MS, type PolicyWindow, WAIT_MS } from '../../domain/policies/policy-window.ts';
import { isTerminalRun } from '../../domain/runs/transitions.ts';
import { policyWorkflow } from '../service/policy-workflow.ts';
import type { WindowRun } from '../store/policy-executions.ts';

/** Maximum windows processed per call, because most windows of a long backfill may be empty. */
const MAX_WINDOWS = 31;

/** The backfill after a step. `wait`: the next call continues. `moved`: the next state is already stored. */
type Next = { backfill: Backfill; wait?: true } | 'moved';

/** The services that continue a backfill. */
export type BackfillUses = RunningUses<
  'policies' | 'policyExecutions' | 'runs' | 'workflowVersions' | 'backfills',
  'now'
>;

/**
 * Advances a backfill as far as possible now: counts, runs one window after the other, waits for each run (evaluation
 * 3.13).
 */
export async function continueBackfill(policyId: string, backfillId: string, services: BackfillUses): Promise<void> {
  const { backfills } = services.evaluation;
  const found = await backfills.find(policyId, backfillId);
  if (!found || !(await backfills.change(found, found, services.now() + CLAIM_MS))) return;
  for (let windows = 0; windows < MAX_WINDOWS; ) {
    const before = await backfills.find(policyId, backfillId);
    if (before === undefined) return;
    const next = isBackfillOver(before) ? { backfill: before } : await nextOf(before, services);
    if (next === 'moved') {
      windows++;
      continue;
    }
    const isOver = isBackfillOver(next.backfill);
    if (isOver) await endWindow(before, services);
    const dueAt = isOver ? null : services.now() + WAIT_MS;
    if (!(await backfills.change(before, next.backfill, dueAt)) || isOver || next.wait) return;
  }
}

async function nextOf(before: Backfill, services: BackfillUses): Promise<Next> {
  const { policies, policyExecutions, runs, workflowVersions } = services.evaluation;
  const { policy_id, current, from, to, rate, max_targets: max } = before;
  const ended = (status: 'completed' | 'cancelled') => ({ backfill: endedBackfill(before, status, services.now()) });
  if ((await policies.find(policy_id)) === undefined) return ended('cancelled');
  const version = await policies.version(policy_id, before.version);
  const limit = { max, beyond: 'max_targets' };

  if (before.status === 'queued') {
    const counted = await policyExecutions.select({ version, window: { from, to }, rate, cutoff: null, limit });
    if (counted === null) throw new Error('a backfill must read all recordings');
    const { targets, cutoff } = counted;
    return { backfill: { ...before, status: 'running', total: targets.length, cutoff } };
  }
  if (current !== null) {
    const run = await runs.find(current.workflow_run_id);
    if (run && !isTerminalRun(run.status)) return { backfill: before, wait: true };
    return { backfill: afterRun(before, run?.status ?? 'cancelled', services.now()) };
  }
  const window = before.total === 0 ? null : nextBackfillWindow(before);
  if (window === null) return ended('completed');
  const obstacle = workflowObstacle(version.spec, await policyWorkflow(version.spec, workflowVersions));
  if (obstacle) {
    const { code, detail } = obstacle;
    return { backfill: endedBackfill(before, 'failed', services.now(), { code, detail }) };
  }
  return runWindow(before, version, window, services);
}

function windowRunOf(
  before: Backfill,
  version: PolicyVersion,
  window: PolicyWindow,
  services: RunningUses<'backfills', 'now'>,
): WindowRun {
  const { backfills } = services.evaluation;
  const { policy_id, backfill_id, rate, cutoff, total, max_targets, processed } = before;
  // All cases of a trace share one position, so more may be below the cutoff than were counted.
  const max = (total ?? max_targets) - processed;
  return {
    version,
    trigger: 'backfill',
    backfill_id,
    window,
    rate,
    cutoff,
    limit: { max, beyond: 'max_targets' },
    async writes({ workflow_run_id, targets }) {
      const now = await backfills.find(policy_id, backfill_id);
      // Cancelled in the meantime: the run is recorded, but the backfill does not wait for it.
      if (!now || isBackfillOver(now) || now.next_from !== window.from) return [];
      const current = workflow_run_id === null ? null : { workflow_run_id, targets };
      return backfills.writesOf(now, { ...now, next_from: window.to, current }, services.now() + WAIT_MS);
    },
  };
}

async function runWindow(
  before: Backfill,
  version: PolicyVersion,
  window: PolicyWindow,
  services: RunningUses<'policyExecutions' | 'backfills', 'now'>,
): Promise<Next> {
  const done = await services.evaluation.policyExecutions.run(windowRunOf(before, version, window, services));
  if (done.ok) return 'moved';
  if (done.code === 'rate_limited') return { backfill: before, wait: true };
  const error = { code: 'workflow_unrunnable', detail: done.message };
  return { backfill: endedBackfill(before, 'failed', services.now(), error) };
}

/** Ends the open window of a backfill that does not continue, without starting another run. */
async function endWindow(
  before: Backfill,
  services: RunningUses<'policies' | 'policyExecutions' | 'backfills', 'now'>,
): Promise<void> {
  const { policies, policyExecutions } = services.evaluation;
  const window = nextBackfillWindow(before);
  if (window === null || before.current !== null) return;
  const version = await policies.version(before.policy_id, before.version);
  await policyExecutions.end(
    { ...windowRunOf(before, version, window, services), writes: async () => [] },
    'backfill_ended',
  );
}
