import { faultFacts } from '../../../platform/fault-facts.ts';
import { accept, refuse } from '../../../platform/result.ts';
import type { World } from '../../../platform/world.ts';
import type { RunningUses } from '../../composition.ts';
import type { OnlinePolicy } from '../../domain/policies/online-policy.ts';
import { policyStatus, timed } from '../../domain/policies/online-policy.ts';
import { hasRoom, recordRun, spent, streakOf, targetLimit } from '../../domain/policies/online-policy-budgets.ts';
import { policyStep } from '../../domain/policies/online-policy-step.ts';
import { CLAIM_MS, type PolicyWindow, WAIT_MS } from '../../domain/policies/policy-window.ts';
import type { StatusReason } from '../../domain/runs/run.ts';
import { policyWorkflow } from '../service/policy-workflow.ts';
import { dueWork } from '../store/policies.ts';
import type { WindowRun } from '../store/policy-executions.ts';
import { type BackfillUses, continueBackfill } from './continue-backfill.ts';

/** The services that run a policy. */
type PolicyUses = RunningUses<'policies' | 'policyExecutions' | 'runs' | 'workflowVersions', 'now' | 'log'>;

/**
 * Processes the due online policies and backfills of all tenants (evaluation 3.13, 3.15). Called every minute, also
 * while another call is running; claims keep them apart. Returns how many failed. Each failed one is retried.
 */
export async function tickPolicies(
  { table, now, log }: Pick<World, 'table' | 'now' | 'log'>,
  servicesOf: (tenant: string) => PolicyUses & BackfillUses,
): Promise<{ failed: number }> {
  let failed = 0;
  let after: string | null = null;
  do {
    const page = await dueWork(table, now(), after);
    for (const { tenant, policy_id, backfill_id } of page.work) {
      try {
        const services = servicesOf(tenant);
        await (backfill_id === undefined
          ? runPolicy(policy_id, services)
          : continueBackfill(policy_id, backfill_id, services));
      } catch (fault) {
        // One policy that cannot run must not block the others.
        failed++;
        log.error('an online policy could not be run', { policy_id, ...faultFacts(fault) });
      }
    }
    after = page.next;
  } while (after !== null);
  return { failed };
}

async function runPolicy(policyId: string, services: PolicyUses): Promise<void> {
  const { policies } = services.evaluation;
  const policy = await policies.stored(policyId);
  // The index is eventually consistent.
  if (policy === undefined || policy.due_at === null || policy.due_at > services.now()) return;
  const due_at = services.now() + CLAIM_MS;
  if (policy.open !== null) {
    if (!(await policies.move(policy, { ...policy, due_at }))) return;
    const isActive = policyStatus(policy) === 'active';
    await (isActive ? runWindow : endWindow)(policy, policy.open, services);
    return;
  }
  const step = policyStep(policy, await factsOf(policy, services), services.now());
  if ('pause' in step) await pause(policyId, step.pause, services);
  else if ('wait' in step) await policies.move(policy, { ...policy, next_run_at: step.wait, due_at: step.wait });
  else {
    const open = { to: step.window.to, version: policy.version };
    if (await policies.move(policy, { ...policy, open, due_at })) await runWindow(policy, open, services);
  }
}

async function factsOf(policy: OnlinePolicy, { evaluation }: RunningUses<'runs' | 'workflowVersions'>) {
  const runs = await Promise.all(streakOf(policy).map((runId) => evaluation.runs.find(runId)));
  return {
    ...(await policyWorkflow(policy.spec, evaluation.workflowVersions)),
    runs: runs.flatMap((run) => (run === undefined ? [] : [run.status])),
  };
}

type OpenWindow = NonNullable<OnlinePolicy['open']>;

async function windowRunOf(
  policy: OnlinePolicy,
  open: OpenWindow,
  services: RunningUses<'policies', 'now'>,
): Promise<WindowRun> {
  const { policies } = services.evaluation;
  const { policy_id } = policy;
  const version = await policies.version(policy_id, open.version);
  const { budgets, sampling } = version.spec;
  const window = { from: policy.watermark_at, to: open.to };
  return {
    version,
    trigger: 'schedule',
    backfill_id: null,
    window,
    rate: sampling.rate,
    cutoff: null,
    limit: targetLimit(policy, budgets, services.now()),
    async reserve(targets: number) {
      const before = await policies.stored(policy_id);
      // A manual run may have used the rest of the budget, or the policy was switched off.
      if (!isAt(before, window) || policyStatus(before) !== 'active' || !hasRoom(before, targets, services.now()))
        return refuse('limit_reached', 'The maximum number of runs is reached.');
      const used = spent(before, { targets, scheduled: true }, services.now());
      return accept([policies.writeOf(before, { ...before, ...used })]);
    },
    async writes({ trigger, workflow_run_id }) {
      const before = await policies.stored(policy_id);
      if (!isAt(before, window)) return [];
      // Manual executions reserve their own budget entry.
      const isNamed = trigger === 'schedule' && workflow_run_id !== null;
      const ran = isNamed ? recordRun(before, workflow_run_id) : {};
      return [policies.writeOf(before, behind({ ...before, ...ran }, window))];
    },
  };
}

async function runWindow(
  policy: OnlinePolicy,
  open: OpenWindow,
  services: RunningUses<'policies' | 'policyExecutions', 'now' | 'log'>,
): Promise<void> {
  const { policies, policyExecutions } = services.evaluation;
  const { policy_id } = policy;
  const windowRun = await windowRunOf(policy, open, services);
  // The policy was switched off: a window that was not begun is skipped.
  const isDropped = open.goes_on_at !== undefined && (await policyExecutions.find(windowRun)) === undefined;
  const done = isDropped ? null : await policyExecutions.run(windowRun);
  if (done === null || done.ok) return close(policy_id, windowRun.window, services);
  if (done.code !== 'rate_limited' && done.code !== 'limit_reached')
    return pause(policy_id, { code: 'workflow_unrunnable', detail: done.message }, services);
  const current = await policies.stored(policy_id);
  if (!isAt(current, windowRun.window) || policyStatus(current) !== 'active') return;
  // If the run queue is full, the window stays as it is. If a budget is exhausted, nothing was selected, and the window
  // grows.
  const kept = done.code === 'limit_reached' ? null : current.open;
  await policies.move(current, { ...current, open: kept, due_at: services.now() + WAIT_MS });
}

/** Ends the open window of a policy that is no longer active, without starting another run. */
async function endWindow(
  policy: OnlinePolicy,
  open: OpenWindow,
  services: RunningUses<'policies' | 'policyExecutions', 'now'>,
): Promise<void> {
  const windowRun = await windowRunOf(policy, open, services);
  await services.evaluation.policyExecutions.end(windowRun, 'policy_inactive');
  await close(policy.policy_id, windowRun.window, services);
}

/**
 * Moves a policy past a window that no execution has closed: there was nothing to end, or it was run manually, which
 * leaves it open.
 */
async function close(
  policyId: string,
  window: PolicyWindow,
  { evaluation: { policies } }: RunningUses<'policies'>,
): Promise<void> {
  const before = await policies.stored(policyId);
  if (isAt(before, window)) await policies.move(before, behind(before, window));
}

/** A policy after it has processed a window. */
const behind = (policy: OnlinePolicy, { to }: PolicyWindow): OnlinePolicy =>
  timed({ ...policy, watermark_at: policy.open?.goes_on_at ?? to, open: null });

/** Whether the window of a policy is still this one. */
const isAt = (policy: OnlinePolicy | undefined, { from, to }: PolicyWindow): policy is OnlinePolicy =>
  policy?.open?.to === to && policy.watermark_at === from;

/** Pauses a policy until a user resumes it. Its current window is processed then. */
async function pause(
  policyId: string,
  paused_reason: StatusReason,
  { evaluation, log }: RunningUses<'policies', 'log'>,
): Promise<void> {
  const paused = await evaluation.policies.change(policyId, async (policy) =>
    policyStatus(policy) === 'active'
      ? accept(timed({ ...policy, paused_reason, open: null }))
      : refuse('inactive', 'The policy is no longer active.'),
  );
  if (paused?.ok) log.warn('an online policy was paused', { policy_id: policyId, reason: paused_reason.code });
}
