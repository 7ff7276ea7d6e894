import { setMaxListeners } from 'node:events';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { conditionValue, decidedConditions, type FailCondition } from './checks/fail-conditions.ts';
import { CliFailure } from './cli-failure.ts';
import { EXIT_INTERRUPTED, exitCodeOf } from './exit-codes.ts';
import { followRun } from './follow-run.ts';
import { numberValue } from './option-values.ts';
import { openReport } from './reports/open-report.ts';
import { runFactsOf } from './reports/run-facts.ts';
import { runText } from './reports/run-text.ts';
import { type ReportOptions, writeReports } from './reports/write-reports.ts';
import type { Session } from './session.ts';

export interface WaitOptions extends ReportOptions {
  wait?: boolean;
  failIf?: FailCondition[];
  /** Minutes. */
  analysis?: number;
  /** Opens the report in the browser. */
  open?: boolean;
}

const MINUTE_MS = 60_000;

/** Adds --wait and the report options, which `trigger` and `status` share. */
export const withWaitOptions = (command: Command): Command =>
  command
    .option('--wait', 'wait until the run has completed, show how far it is, and decide the exit code by its state')
    .addOption(
      new Option('--analysis <minutes>', 'with --wait: also wait for the cause analysis, up to this long').argParser(
        (text) => {
          const minutes = numberValue(text);
          if (minutes < 0) throw new InvalidArgumentError('It must be 0 or more.');
          return minutes;
        },
      ),
    )
    .option(
      '--fail-if <condition>',
      'with --wait: also fail if it holds, such as "latency.p95 > 1.2x" or "requests.failed > 0"; may be repeated',
      conditionValue,
    )
    .option('--open', 'open the report in the browser')
    .option('--junit <file>', 'write JUnit XML: a suite per endpoint')
    .option('--sarif <file>', 'write SARIF 2.1.0, as code hosts show beside the code')
    .option('--sarif-anchor <path>', 'file of the repository for SARIF results without a known place')
    .option('--markdown <file>', 'write a Markdown summary')
    .option('--github', 'write the job summary and the outputs plan-id, state and report-url of GitHub Actions')
    .option(
      '--github-comment <name>',
      'write the summary as one comment on the pull request, and update it in later runs; needs GITHUB_TOKEN',
    );

/** Rejects report options without --wait. */
export function checkWaitOptions(options: WaitOptions): void {
  if (options.wait) return;
  const given = (['analysis', 'failIf', 'junit', 'sarif', 'markdown', 'github', 'githubComment'] as const).find(
    (name) => options[name] !== undefined,
  );
  if (given === undefined) return;
  const option = given.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  throw new CliFailure('WAIT_NEEDED', `--${option} needs a completed run`, 'Add --wait.');
}

/**
 * Follows a run until it completes, writes the reports and the result, and returns the exit code. Ctrl-C does not stop
 * the run.
 */
export async function finishRun(session: Session, planId: string, options: WaitOptions): Promise<number> {
  const signal = session.host.interrupted();
  setMaxListeners(0, signal);
  try {
    const run = await followRun(session, { planId, signal, analysisMs: (options.analysis ?? 0) * MINUTE_MS });
    const facts = await runFactsOf(session, planId);
    const conditions = decidedConditions(run, options.failIf);
    await writeReports(session, { planId, run, ...facts, conditions }, options);
    session.output.result({ planId, ...run, ...facts, ...(conditions.length > 0 && { failIf: conditions }) }, (width) =>
      runText(planId, run, { ...facts, conditions }, width),
    );
    await openReport(session, run.reportUrl, options);
    return exitCodeOf(run, conditions);
  } catch (fault) {
    if (signal.aborted) {
      session.output.say(`\nThe run continues. Follow it:  replay status ${planId} --wait`);
      return EXIT_INTERRUPTED;
    }
    if (fault instanceof CliFailure && fault.advice !== null) {
      throw new CliFailure(
        fault.code,
        fault.message,
        `${fault.advice} The run may continue; follow it: replay status ${planId} --wait`,
      );
    }
    throw fault;
  }
}
