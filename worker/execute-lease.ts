import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type CommandResult, commandResult } from './command-result.ts';
import { fetchInputs } from './fetch-inputs.ts';
import type { HostIdentity } from './host-identity.ts';
import type { Lease } from './lease.ts';
import { Refused } from './refused.ts';
import { renewLease } from './renew-lease.ts';
import { runCommand } from './run-command.ts';
import type { ServiceClient } from './service-client.ts';
import { signedBatch, type TellEvent } from './signed-batch.ts';
import { uploadResult } from './upload-result.ts';

/** Six heartbeats within a lease of 60 seconds; also the maximum delay before a cancellation is noticed. */
const HEARTBEAT_MS = 10_000;

/** Why a command is stopped. */
type Stop = 'cancelled' | 'timed_out' | 'lease_lost' | 'stopped';

export interface LeaseContext {
  client: ServiceClient;
  host: HostIdentity;
  command: readonly string[];
  /** Aborts when the worker has to stop. */
  stopping: AbortSignal;
  report(message: string): void;
}

/** Runs one attempt from its inputs to its publication; returns how it ended. */
export async function executeLease(
  lease: Lease,
  context: LeaseContext,
): Promise<CommandResult['status'] | 'lease_lost'> {
  const folder = await mkdtemp(join(tmpdir(), 'eval-worker-'));
  const stop = new AbortController();
  const stopFor = (why: Stop) => stop.abort(why);
  const onStopping = () => stopFor('stopped');
  context.stopping.addEventListener('abort', onStopping, { once: true });
  const progressFile = join(folder, 'progress');
  const ending = new AbortController();
  const beats = renewLease(lease, context, { everyMs: HEARTBEAT_MS, progressFile, stopFor, signal: ending.signal });
  const deadline = setTimeout(() => stopFor('timed_out'), Math.max(0, Date.parse(lease.deadline_at) - Date.now()));
  if (lease.cancel_requested) stopFor('cancelled');
  try {
    const result = await runLease(lease, context, { folder, progressFile, stop: stop.signal });
    if (stop.signal.reason === 'lease_lost') return 'lease_lost';
    return await publishResult(result, lease, context);
  } catch (fault) {
    if (fault instanceof Refused && fault.code === 'lease_lost') return 'lease_lost';
    throw fault;
  } finally {
    clearTimeout(deadline);
    ending.abort();
    await beats;
    context.stopping.removeEventListener('abort', onStopping);
    await rm(folder, { recursive: true, force: true });
  }
}

const OUTCOMES: Readonly<Record<'cancelled' | 'timed_out' | 'stopped', [CommandResult['status'], string | null]>> = {
  cancelled: ['cancelled', null],
  timed_out: ['timed_out', 'The command did not end in time.'],
  stopped: ['runner_error', 'The worker was stopped.'],
};

async function runLease(
  lease: Lease,
  { command }: LeaseContext,
  { folder, progressFile, stop }: { folder: string; progressFile: string; stop: AbortSignal },
): Promise<CommandResult> {
  const { attempt, workflow_version_digest, workflow_version } = lease;
  try {
    const inputs = await fetchInputs(lease, folder, stop);
    const input = JSON.stringify({ ...attempt, workflow_version_digest, workflow_version, ...inputs });
    const inputFile = join(folder, 'input.json');
    await writeFile(inputFile, input, { mode: 0o600 });
    const env = { EVAL_INPUT: inputFile, EVAL_FILES: join(folder, 'files'), EVAL_PROGRESS: progressFile };
    const end = await runCommand(command, { input, folder, env, signal: stop });
    if (!stop.aborted) return commandResult(end, attempt.workflow_run_id);
  } catch (fault) {
    if (!stop.aborted) return { status: 'runner_error', reason: reasonOf(fault), native: null, measurements: [] };
  }
  const [status, reason] = OUTCOMES[stop.reason as keyof typeof OUTCOMES] ?? OUTCOMES.stopped; // the reason that stopFor set
  return { status, reason, native: null, measurements: [] };
}

/** Never the text of a fault, which may contain a URL. */
const reasonOf = (fault: unknown): string =>
  fault instanceof Error && 'code' in fault && fault.code === 'ENOENT'
    ? 'The command was not found.'
    : 'The inputs of the attempt could not be read.';

/** Publishes a result. A rejected result ends the attempt as well, since a retry would end the same way. */
async function publishResult(
  result: CommandResult,
  lease: Lease,
  context: LeaseContext,
): Promise<CommandResult['status']> {
  try {
    return await publish(result, lease, context);
  } catch (fault) {
    if (!(fault instanceof Refused) || !REFUSALS_OF_RESULTS.includes(fault.status)) throw fault;
    const reason = `The service refused the result: ${fault.code}.`;
    return publish({ status: 'runner_error', reason, native: null, measurements: [] }, lease, context);
  }
}

/** Statuses of a result that is unreadable, too large, or contains invalid values. */
const REFUSALS_OF_RESULTS: readonly number[] = [400, 413, 422];

async function publish(
  { status, reason, native, measurements }: CommandResult,
  lease: Lease,
  { client, host }: LeaseContext,
): Promise<CommandResult['status']> {
  // A worker that is stopping still reports how its attempt ended.
  const signal = AbortSignal.timeout(60_000);
  const digest = native === null ? null : await uploadResult(native, lease, { client, signal });
  const events: TellEvent[] = [
    ...(digest === null ? [] : [{ type: 'artifact.committed' as const, payload: { digest, role: 'native_result' } }]),
    {
      type: 'framework.attempted',
      payload: {
        status,
        ...(digest !== null && { native_result_digest: digest }),
        ...(reason !== null && { reason: { detail: reason } }),
        ...(status === 'succeeded' && { measurements }),
      },
    },
  ];
  await client.post('/events/publish', signedBatch(events, { host, lease, now: Date.now() }), signal);
  return status;
}
