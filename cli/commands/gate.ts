import { randomUUID } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { InvalidArgumentError, Option } from 'commander';
import type { Gate, WorkflowRun } from '../../client/paths.ts';
import { ciIdempotencyKey } from '../ci-provider.ts';
import { CliFailure } from '../cli-failure.ts';
import { EXIT_INTERRUPTED, exitCodeOfGate } from '../exit-codes.ts';
import { addGateInit } from '../gate/add-gate-init.ts';
import { followGate, runAndGate } from '../gate/follow-gate.ts';
import { numberValue, pairValue } from '../option-values.ts';
import type { Program } from '../program.ts';
import { gateMarkdown, gateText } from '../reports/gate-report.ts';
import { appendReport, writeReport } from '../reports/report-files.ts';
import { RETRIED_FAULTS } from '../service-fetch.ts';
import type { Session } from '../session.ts';
import { responseData } from '../unwrap-response.ts';
import { withRetry } from '../with-retry.ts';

interface GateOptions {
  workflow?: string;
  label?: Record<string, string>;
  baseline?: string;
  wait?: boolean;
  /** Minutes. */
  timeout: number;
  /** False with --no-idempotency-key. */
  idempotencyKey?: string | boolean;
  markdown?: string;
  github?: boolean;
}

const MINUTE_MS = 60_000;
const RETRY_MS = 90_000;

const EXAMPLES = `
Examples:
  Decide in CI whether a release may go, by a workflow version that was resolved before:
    $ replay gate --workflow sha256:9a75… --wait --timeout 30 --github

  The gate of a run that was started elsewhere:
    $ replay gate wrun_01KAFP4G80A1B2C3D4E5F6G7H8 --wait

In CI the same job never starts a run twice: its Idempotency-Key is made of the pipeline's run, the job and what is asked for.

Exit codes: 0 pass · 1 fail · 3 it could not be evaluated · 2 anything else, a run that has not ended among them · 130 interrupted (the run continues)`;

/** `replay gate`: decides whether a release may proceed, by the gate of an evaluation run (evaluation 3.9). */
export function addGate({ program, open, exit, local }: Program): void {
  const command = program
    .command('gate')
    .description('say whether a release may go, by the gate of an evaluation run')
    .argument('[runId]', 'id of a run; or --workflow')
    .option('--workflow <digest>', 'start a run of this workflow version')
    .option('--label <name=value>', 'with --workflow: label of the run; may be repeated', pairValue)
    .option('--baseline <runId>', 'with --workflow: the run that it is compared with')
    .option('--wait', 'wait until the run has ended, and show how far it is')
    .addOption(
      new Option('--timeout <minutes>', 'with --wait: give up after this').default(60).argParser((text) => {
        const minutes = numberValue(text);
        if (minutes <= 0) throw new InvalidArgumentError('It must be more than 0.');
        return minutes;
      }),
    )
    .option('--idempotency-key <key>', 'the same key starts one run only; in CI there is one by default')
    .option('--no-idempotency-key', 'always start a new run')
    .option('--markdown <file>', 'write a Markdown summary')
    .option('--github', 'write the job summary and the outputs run-id and decision of GitHub Actions')
    .addHelpText('after', EXAMPLES)
    .action(async (runId: string | undefined, options: GateOptions) => {
      if ((runId === undefined) === (options.workflow === undefined))
        throw new CliFailure('WRONG_USE', 'either the id of a run or --workflow is required', 'Give one of them.');
      const session = await open(command);
      exit(await decided(session, runId ?? (await started(session, options)), options));
    });
  addGateInit(command, { open, local });
}

async function decided(session: Session, runId: string, options: GateOptions): Promise<number> {
  const signal = session.host.interrupted();
  setMaxListeners(0, signal);
  try {
    const { run, gate } = options.wait
      ? await followGate(session, { runId, signal, timeoutMs: options.timeout * MINUTE_MS })
      : await runAndGate(session, runId);
    await report(session, run, gate, options);
    session.output.result({ run, gate }, (width) => gateText(run, gate, width));
    return exitCodeOfGate(gate);
  } catch (fault) {
    if (!signal.aborted) throw fault;
    session.output.say(`\nThe run continues. Follow it:  replay gate ${runId} --wait`);
    return EXIT_INTERRUPTED;
  }
}

/** Starts a run and returns its id. */
async function started(session: Session, options: GateOptions): Promise<string> {
  const { client, host, output } = session;
  const { workflow = '', label, baseline, idempotencyKey } = options;
  const body = {
    workflow_version_digest: workflow,
    ...(label && { labels: label }),
    ...(baseline && { baseline_run_id: baseline }),
  };
  // Without an idempotency key, a request that received no response could not be retried.
  const key =
    typeof idempotencyKey === 'string'
      ? idempotencyKey
      : ((idempotencyKey === false ? null : ciIdempotencyKey(host.env, body)) ?? randomUUID());
  const run = await withRetry(
    () => responseData(client.POST('/api/v1/eval/runs', { params: { header: { 'Idempotency-Key': key } }, body })),
    {
      when: new Set([...RETRIED_FAULTS, 'idempotency_in_progress']),
      forMs: RETRY_MS,
      signal: new AbortController().signal,
      onRetry: ({ message }, pauseMs) => output.say(`${message}; trying again in ${pauseMs / 1000} s`),
    },
  );
  output.say(`run ${run.workflow_run_id}`);
  return run.workflow_run_id;
}

async function report(
  { host, output }: Session,
  run: WorkflowRun,
  gate: Gate,
  { markdown, github }: GateOptions,
): Promise<void> {
  if (markdown) await writeReport(markdown, gateMarkdown(run, gate));
  if (!github) return;
  const { GITHUB_STEP_SUMMARY, GITHUB_OUTPUT } = host.env;
  if (GITHUB_STEP_SUMMARY) await appendReport(GITHUB_STEP_SUMMARY, gateMarkdown(run, gate));
  else output.say('--github: GITHUB_STEP_SUMMARY is not set, so that there is no summary to write');
  if (GITHUB_OUTPUT)
    await appendReport(GITHUB_OUTPUT, `run-id=${run.workflow_run_id}\ndecision=${gate.decision ?? gate.status}\n`);
}
