import { accept, type Refusal, type Result, refuse } from '../../../platform/result.ts';
import { bound } from '../../../platform/table/bound.ts';
import { CONFLICT, retryOnConflict } from '../../../platform/table/retry-on-conflict.ts';
import type { World, Write } from '../../../platform/world.ts';
import type { CaseHead } from '../../../recordings/domain/recorded-case.ts';
import type { RecordingStore } from '../../../recordings/store/recordings.ts';
import type { artifactStore } from '../../artifacts/store/artifacts.ts';
import { canonicalJson } from '../../domain/canonical-json.ts';
import type { OnlinePolicy, PolicyVersion } from '../../domain/policies/online-policy.ts';
import { saltOf } from '../../domain/policies/online-policy.ts';
import { redactRules } from '../../domain/policies/online-policy-body.ts';
import { executionIdOf, type PolicyExecution, policyEvaluated } from '../../domain/policies/policy-execution.ts';
import type { PolicyWindow } from '../../domain/policies/policy-window.ts';
import { operationsOf, type Selection, windowSelection } from '../../domain/policies/policy-window-selection.ts';
import type { CaseSet } from '../../domain/replay-regression/case-set.ts';
import type { Ledger } from '../../ledger/store/ledger.ts';
import { recordingDigests } from '../../replay-regression/store/recording-digests.ts';
import type { RunRefusal } from '../../runs/store/run-creation.ts';
import type { Runs } from '../../runs/store/runs.ts';
import type { WorkflowVersionStore } from '../../workflows/store/workflow-versions.ts';
import { executionOf, policyRows } from './policy-rows.ts';

/** Maximum payloads in memory while their digests are calculated. */
const PAYLOAD_CONCURRENCY = 50;
/**
 * Each try is lost to a write of others that went through: those who run other windows by hand at the same time, above
 * all.
 */
const RETRY = { subject: 'the policy', maxTries: 100 };

/** Maximum targets of a window, and the reason recorded for the skipped ones. */
interface TargetLimit {
  max: number;
  beyond: string;
}

/** A window to process, and how. */
export interface WindowRun {
  version: PolicyVersion;
  trigger: PolicyExecution['trigger'];
  backfill_id: string | null;
  window: PolicyWindow;
  rate: number;
  cutoff: number | null;
  limit: TargetLimit;
  /** Maximum recorded cases to read; more are refused. Default: no maximum. */
  maxRead?: number;
  /**
   * Writes that reserve budget for a run of this many targets. They are written with its cases. Called again for each
   * retry.
   */
  reserve?(targets: number): Promise<Result<readonly Write[], 'limit_reached'>>;
  /** Writes that belong to the end of the execution. Called again for each retry. */
  writes(execution: PolicyExecution): Promise<readonly Write[]>;
}

type ExecutionRefusal = RunRefusal | 'limit_reached';
interface Sources extends Pick<World, 'table' | 'work' | 'now'> {
  recordings: Pick<RecordingStore, 'between' | 'operationsOf' | 'storedPayloads'>;
  artifacts: Pick<ReturnType<typeof artifactStore>, 'put'>;
  runs: Pick<Runs, 'create' | 'madeTo'>;
  ledger: Pick<Ledger, 'appendPolicyEvent'>;
  workflowVersions: Pick<WorkflowVersionStore, 'find'>;
}

interface Executions extends Sources {
  rows: ReturnType<typeof policyRows>;
}

/**
 * Executions of policies (evaluation 3.13). Each consists of three writes: the row of its selected cases, its run, and
 * the event with all dependent rows. The process may crash after any of them; the next call continues after the last
 * one.
 */
export const policyExecutionStore = (sources: Sources, tenant: string) =>
  bound({ ...sources, rows: policyRows(tenant) }, { find, select, run, end, page });

const nameOf = ({ version: { policy_id, policy_version }, backfill_id, window }: WindowRun) => ({
  policy_id,
  window,
  execution_id: executionIdOf({ policy_id, policy_version, backfill_id, window }),
});

async function find({ table, rows }: Executions, windowRun: WindowRun): Promise<PolicyExecution | undefined> {
  const item = await table.get(rows.executionKey(nameOf(windowRun)));
  return item && executionOf(item);
}

/** Reads the recorded cases of a window. Null if there are more than the maximum. */
async function select(
  { recordings }: Executions,
  windowRun: Omit<WindowRun, 'writes' | 'trigger' | 'backfill_id'>,
): Promise<Selection | null> {
  const { version, window, rate, cutoff, limit, maxRead = Number.POSITIVE_INFINITY } = windowRun;
  const { filter } = version.spec;
  const salt = saltOf(version);
  const chosen = windowSelection({ spec: version.spec, salt, rate, cutoff, ...limit });
  let read = 0;
  for (const operation of operationsOf(filter) ?? (await recordings.operationsOf(filter.app_id)))
    for await (const head of recordings.between(filter.app_id, operation, window)) {
      if (++read > maxRead) return null;
      chosen.take(head);
    }
  return chosen.selection();
}

/** The case set of the targets, without those whose recording has been deleted. */
async function caseSetOf(
  { recordings, work }: Executions,
  targets: readonly CaseHead[],
  { spec }: PolicyVersion,
): Promise<CaseSet> {
  const rules = redactRules(spec.redaction);
  const cases: CaseSet['cases'] = [];
  for (let at = 0; at < targets.length; at += PAYLOAD_CONCURRENCY) {
    const some = targets.slice(at, at + PAYLOAD_CONCURRENCY);
    const caseIds = some.map(({ caseId }) => caseId);
    const digests = await recordingDigests(caseIds, rules, { recordings, work });
    for (const [index, { caseId, traceId }] of some.entries()) {
      const digest = digests[index] ?? null;
      if (digest !== null) cases.push({ case_id: caseId, trace_id: traceId, digest });
    }
  }
  return { schema: 'eval.case-set/v1', redaction: spec.redaction, cases };
}

/** The cases of a window. They are selected once; later calls return the stored selection. */
async function opened(executions: Executions, windowRun: WindowRun): Promise<Result<PolicyExecution, 'limit_reached'>> {
  const { table, rows, artifacts, now } = executions;
  const before = await find(executions, windowRun);
  if (before) return accept(before);
  const { version, trigger, backfill_id } = windowRun;
  const selection = await select(executions, windowRun);
  if (selection === null)
    return refuse('limit_reached', `At most ${windowRun.maxRead} recorded cases can be read at a time.`);
  const { matched, sampled, targets, skipped } = selection;
  const set = await caseSetOf(executions, targets, version);
  const bytes = Buffer.from(canonicalJson(set));
  const isEmpty = set.cases.length === 0;
  const stored = isEmpty ? null : await artifacts.put({ bytes, kind: 'case_set', media_type: 'application/json' });
  const gone = targets.length - set.cases.length;
  const execution: PolicyExecution = {
    ...nameOf(windowRun),
    version: version.version,
    policy_version: version.policy_version,
    trigger,
    backfill_id,
    status: 'open',
    matched,
    sampled,
    targets: set.cases.length,
    skipped: { ...skipped, ...(gone > 0 && { recording_gone: gone }) },
    case_set: stored?.digest ?? null,
    workflow_run_id: null,
    created_at: now(),
    completed_at: null,
  };
  return retryOnConflict(async () => {
    const reserved = isEmpty || !windowRun.reserve ? accept([]) : await windowRun.reserve(execution.targets);
    const put: Write = { put: rows.executionRow(execution), when: 'absent' };
    if (reserved.ok && (await table.transact([put, ...reserved.value]))) return accept(execution);
    // A concurrent call may have reserved the last budget for this same window.
    const meanwhile = await find(executions, windowRun);
    if (meanwhile) return accept(meanwhile);
    return reserved.ok ? CONFLICT : reserved;
  }, RETRY);
}

/** The run of an execution. Idempotent. */
async function runOf(
  { runs, workflowVersions }: Executions,
  { execution_id, policy_id, policy_version, trigger, window, case_set }: PolicyExecution,
  { spec }: PolicyVersion,
): Promise<Result<string | null, RunRefusal>> {
  if (case_set === null) return accept(null);
  const workflow = await workflowVersions.find(spec.workflow_version_digest);
  if (workflow === undefined) throw new Error('the workflow version of a policy no longer exists');
  const made = await runs.create({
    workflow,
    labels: {},
    baseline_run_id: null,
    input_overrides: { case_set },
    created_by: `online policy ${policy_id}`,
    trigger: {
      type: trigger === 'backfill' ? 'backfill' : 'online_policy',
      policy_id,
      policy_version,
      window,
    },
    idempotency: runKeyOf(execution_id),
  });
  return made.ok ? accept(made.value.run.workflow_run_id) : made;
}

/** Ends an execution: its event and everything that follows. */
function completed(executions: Executions, windowRun: WindowRun, chosen: PolicyExecution): Promise<PolicyExecution> {
  const { rows, ledger, now } = executions;
  return retryOnConflict(async () => {
    const execution = { ...chosen, status: 'completed' as const, completed_at: now() };
    const writes = await windowRun.writes(execution);
    const closing = { put: rows.executionRow(execution), when: { status: { equals: 'open' } } };
    if (await ledger.appendPolicyEvent(execution.policy_id, policyEvaluated(execution), [closing, ...writes]))
      return execution;
    const meanwhile = await find(executions, windowRun);
    return meanwhile?.status === 'completed' ? meanwhile : CONFLICT;
  }, RETRY);
}

/** Processes a window and starts its run, once, even with concurrent calls or after a crash. */
async function run(
  executions: Executions,
  windowRun: WindowRun,
): Promise<{ ok: true; value: PolicyExecution } | Refusal<ExecutionRefusal>> {
  const chosen = await opened(executions, windowRun);
  if (!chosen.ok || chosen.value.status === 'completed') return chosen;
  const started = await runOf(executions, chosen.value, windowRun.version);
  return started.ok
    ? accept(await completed(executions, windowRun, { ...chosen.value, workflow_run_id: started.value }))
    : started;
}

/**
 * Ends a window for which nothing more is started. If its run was created, the execution names it; otherwise its
 * targets are skipped for this reason. Does nothing if its cases were not selected.
 */
async function end(executions: Executions, windowRun: WindowRun, reason: string): Promise<void> {
  const begun = await find(executions, windowRun);
  if (begun?.status !== 'open') return;
  const started = await executions.runs.madeTo(runKeyOf(begun.execution_id));
  const { targets, skipped } = begun;
  const left =
    started || targets === 0 ? {} : { targets: 0, skipped: { ...skipped, [reason]: targets }, case_set: null };
  await completed(executions, windowRun, { ...begun, ...left, workflow_run_id: started?.workflow_run_id ?? null });
}

/** Executions of a policy by the start of their windows, latest first. */
async function page(
  { table, rows }: Executions,
  policyId: OnlinePolicy['policy_id'],
  { limit, after }: { limit: number; after: string | null },
) {
  const wanted = { descending: true, limit, ...(after !== null && { after }) };
  const { items, next } = await table.query({ pk: rows.pkOf(policyId), prefix: 'EXE#', ...wanted });
  return { items: items.map(executionOf), next };
}

/**
 * An Idempotency-Key of a caller cannot contain a line break. The key never expires, because a crashed process may
 * resume at any time to write the event.
 */
const runKeyOf = (execution_id: string) =>
  ({ key: `policy\n${execution_id}`, fingerprint: execution_id, lasts: true }) as const;
