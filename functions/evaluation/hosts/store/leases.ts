import { accept, type Result, refuse } from '../../../platform/result.ts';
import { bound } from '../../../platform/table/bound.ts';
import { queryAll } from '../../../platform/table/query-all.ts';
import { CONFLICT, retryOnConflict } from '../../../platform/table/retry-on-conflict.ts';
import { compareText } from '../../../platform/values/text-order.ts';
import type { World } from '../../../platform/world.ts';
import { runIdOf } from '../../../replay/domain/attempt-id.ts';
import { capabilitiesOf, type Host } from '../../domain/hosts/host.ts';
import { holds, isLeasable, isProgressDue, LEASE_MS, leased, leaseOf } from '../../domain/hosts/lease.ts';
import type { FrameworkAttempt } from '../../domain/runs/attempt.ts';
import { attempted } from '../../domain/runs/new-attempt.ts';
import type { WorkflowRun } from '../../domain/runs/run.ts';
import { negotiate } from '../../domain/workflows/negotiation.ts';
import type { ResolvedWorkflow } from '../../domain/workflows/resolved-workflow.ts';
import type { Ledger } from '../../ledger/store/ledger.ts';
import type { LedgerHeadStore } from '../../ledger/store/ledger-head.ts';
import { attemptOf, runRows } from '../../ledger/store/run-rows.ts';
import type { Runs } from '../../runs/store/runs.ts';
import type { RunManifests, WorkflowVersionStore } from '../../workflows/store/workflow-versions.ts';
import { hostKey, hostOf } from './hosts.ts';

/** Poll interval for attempts that other processes create. */
const POLL_MS = 1000;
/** The steps of a run move it a few times while a lease of it is renewed, at most. */
const RETRY = { subject: 'the run', maxTries: 20 };

/** The requesting host and the key that it uses. */
interface LeasesFor {
  host_id: string;
  /** Thumbprint. */
  jkt: string;
}

/** A leased attempt, with all the data that the host needs. */
export interface Taken {
  run: WorkflowRun;
  attempt: FrameworkAttempt;
  workflow: ResolvedWorkflow;
  manifests: RunManifests;
}

/** What leases of a tenant are made of. */
interface Leases extends Pick<World, 'table' | 'now' | 'elapsed'> {
  tenant: string;
  head: LedgerHeadStore;
  ledger: Pick<Ledger, 'append'>;
  runs: Pick<Runs, 'find' | 'attempt'>;
  workflowVersions: Pick<WorkflowVersionStore, 'find' | 'manifests'>;
}

/**
 * Leases of attempts (evaluation 3.11). The lease itself is part of its attempt (run-rows.ts). pk
 * `T#<tenant>#HOST#<host_id>`, sk `HELD#<attempt_id>` records every attempt that a host has held.
 */
export const leaseStore = (given: Omit<Leases, 'tenant'>, tenant: string) =>
  bound({ ...given, tenant }, { held, take, renew });

const heldKey = (tenant: string, hostId: string, attemptId: string) => ({
  pk: hostKey(tenant, hostId).pk,
  sk: `HELD#${attemptId}`,
});

/** The workflow of an attempt, if this host may run it by its capabilities, protocol, runners and data residency. */
async function suited(
  { workflowVersions }: Leases,
  run: WorkflowRun,
  host: Host,
): Promise<Pick<Taken, 'workflow' | 'manifests'> | null> {
  const workflow = await workflowVersions.find(run.workflow_version_digest);
  if (workflow === undefined) return null;
  const manifests = await workflowVersions.manifests(workflow.workflow_version);
  const { runner, environment } = manifests;
  const runner_version = workflow.workflow_version.runner.version;
  const { status } = negotiate({ runner, runner_version, environment }, [capabilitiesOf(host)]);
  return status === 'supported' ? { workflow, manifests } : null;
}

/** The host as stored now. Null if it or its key was revoked while waiting. */
async function inForce({ table, tenant }: Leases, { host_id, jkt }: LeasesFor): Promise<Host | null> {
  const item = await table.get(hostKey(tenant, host_id));
  const host = item && hostOf(item);
  return host?.revoked_at === null && host.keys.some(({ keyid }) => keyid === jkt) ? host : null;
}

/** Leases one attempt. Null if it cannot be leased, or if another host was faster. */
async function taken(leases: Leases, attemptId: string, runId: string, by: LeasesFor): Promise<Taken | null> {
  const { runs, ledger, now, tenant } = leases;
  const host = await inForce(leases, by);
  if (host === null) return null;
  const run = await runs.find(runId);
  const attempt = await runs.attempt(attemptId);
  const at = now();
  if (run?.status !== 'running' || !attempt || !isLeasable(attempt, at) || isOver(run, attempt, at)) return null;
  const what = await suited(leases, run, host);
  if (what === null) return null;
  const mine = leased(attempt, host.host_id, at);
  const { pk, sk } = heldKey(tenant, host.host_id, attemptId);
  const appended = await ledger.append({
    run,
    change: {},
    attempt: mine,
    events: [attempted(attempt.lease === null ? mine : { ...mine, status_reason: LOST })],
    writes: [{ put: { pk, sk, expiresAt: attempt.expiresAt } }],
  });
  return typeof appended === 'string' ? null : { ...what, run: appended.run, attempt: mine };
}

async function takeOne(leases: Leases, by: LeasesFor, runnerVersions: readonly string[]): Promise<Taken | null> {
  const { table, now, tenant } = leases;
  const waiting: FrameworkAttempt[] = [];
  for (const version of new Set(runnerVersions))
    for await (const row of queryAll(table, { index: 'i2', pk: runRows(tenant).leaseIndexOf(version) })) {
      const attempt = attemptOf(row);
      if (isLeasable(attempt, now())) waiting.push(attempt);
    }
  for (const { attempt_id, workflow_run_id } of waiting.sort(byAge)) {
    const found = await taken(leases, attempt_id, workflow_run_id, by);
    if (found) return found;
  }
  return null;
}

/** The attempt that a host holds. Refused if it never held it, or no longer does (evaluation 5.11). */
async function held(
  { table, runs, now, tenant }: Leases,
  attemptId: string,
  hostId: string,
): Promise<Result<FrameworkAttempt, 'forbidden' | 'lease_lost'>> {
  const attempt = await runs.attempt(attemptId);
  if (attempt && holds(hostId, attempt, now())) return accept(attempt);
  return (await table.get(heldKey(tenant, hostId, attemptId))) === undefined
    ? refuse('forbidden', 'this host holds no lease of this attempt')
    : refuse('lease_lost', 'the lease is over, or the attempt has ended');
}

/**
 * Leases the oldest attempt of these runners that this host may run. Waits at most `waitMs` for one, then returns
 * null.
 */
async function take(
  leases: Leases,
  by: LeasesFor,
  runnerVersions: readonly string[],
  waitMs: number,
): Promise<Taken | null> {
  const { elapsed, head } = leases;
  const until = elapsed() + waitMs;
  for (;;) {
    const left = until - elapsed();
    // Subscribes before reading, so that a write in between is not missed.
    const change = left > 0 ? head.change(Math.min(POLL_MS, left)) : null;
    const found = await takeOne(leases, by, runnerVersions);
    if (found !== null || change === null) {
      change?.forget();
      return found;
    }
    await change.happened;
  }
}

/** Renews a lease for another minute and records the progress of the attempt. `cancel`: the attempt must stop. */
async function renew(
  leases: Leases,
  leaseId: string,
  hostId: string,
  progress: number | null,
): Promise<Result<{ attempt: FrameworkAttempt; cancel: boolean }, 'not_found' | 'forbidden' | 'lease_lost'>> {
  const { runs, ledger, now } = leases;
  const of = leaseOf(leaseId);
  return retryOnConflict(async () => {
    // Reads the run before its attempt: any change in between also changes the run's version.
    const run = of && (await runs.find(runIdOf(of.attempt_id)));
    if (!of || !run) return refuse('not_found', 'there is no such lease');
    const mine = await held(leases, of.attempt_id, hostId);
    if (!mine.ok) return mine;
    const { value: attempt } = mine;
    if (attempt.lease?.epoch !== of.epoch) return refuse('lease_lost', 'the lease was replaced by another one');
    const at = now();
    const isReported = progress !== null && isProgressDue(attempt, at);
    const further: FrameworkAttempt = {
      ...attempt,
      lease: { ...attempt.lease, expires_at: at + LEASE_MS },
      ...(progress !== null && { progress }),
      ...(isReported && { progress_event_at: at }),
    };
    const appended = await ledger.append({
      run,
      change: {},
      attempt: further,
      events: isReported ? [attempted(further, progress)] : [],
    });
    if (typeof appended === 'string') return CONFLICT;
    return accept({ attempt: further, cancel: run.cancel_requested_at !== null });
  }, RETRY);
}

/** Run ids sort by the creation of their runs. */
const byAge = (a: FrameworkAttempt, b: FrameworkAttempt): number => compareText(a.workflow_run_id, b.workflow_run_id);

/** Why a running attempt starts again. */
const LOST = { code: 'lease_lost', detail: 'The previous host did not renew its lease.' };

/** Whether an attempt has reached its timeout. */
const isOver = ({ timeout_ms }: WorkflowRun, { started_at }: FrameworkAttempt, now: number): boolean =>
  started_at !== null && now >= started_at + timeout_ms;
