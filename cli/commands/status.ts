import { InvalidArgumentError, Option } from 'commander';
import { exitCodeOf } from '../exit-codes.ts';
import { checkWaitOptions, finishRun, type WaitOptions, withWaitOptions } from '../finish-run.ts';
import { isSettling } from '../follow-run.ts';
import type { Program } from '../program.ts';
import { openReport } from '../reports/open-report.ts';
import { changesText, runChanges } from '../reports/run-changes.ts';
import { NO_RUN_FACTS, runFactsOf } from '../reports/run-facts.ts';
import { runText } from '../reports/run-text.ts';
import { settlingOf } from '../reports/settling.ts';
import { acceptedData } from '../unwrap-response.ts';

const EXAMPLES = `
Examples:
  $ replay status 6740a1b2c3d4e5f601234567
  $ replay status 6740a1b2c3d4e5f601234567 --wait --markdown summary.md
  $ replay status 6740a1b2c3d4e5f601234567 --open
  $ replay status 6740a1b2c3d4e5f601234567 --base previous-clean
  $ replay status 6740a1b2c3d4e5f601234567 --json | jq -r .findings.state

Exit codes: 0 CLEAN · 1 NEEDS_ACTION, REVIEW_ONLY, or --fail-if holds · 2 anything else, a run that has not completed among them`;

/** Parses the id of a run, or `previous-clean`. */
function baseValue(text: string): string {
  if (text !== 'previous-clean' && !/^[0-9a-f]{24}$/.test(text))
    throw new InvalidArgumentError('It must be the id of a run, or previous-clean.');
  return text;
}

/** `replay status`: the progress and findings of a run (spec 4.2). */
export function addStatus({ program, open, exit }: Program): void {
  const command = program
    .command('status')
    .description('show how far a run is and what it found, by the rules of today')
    .argument('<planId>', 'id that `replay trigger` printed');
  withWaitOptions(command)
    .addOption(
      new Option(
        '--base <planId>',
        'also compare the findings with those of an earlier run of the application, or with `previous-clean`: the last clean one, or else the one before',
      )
        .argParser(baseValue)
        .conflicts('wait'),
    )
    .addHelpText('after', EXAMPLES)
    .action(async (planId: string, options: WaitOptions & { base?: string }) => {
      checkWaitOptions(options);
      const session = await open(command);
      if (options.wait) return exit(await finishRun(session, planId, options));
      const run = await acceptedData(
        session.client.GET('/openapi/v1/replay-runs/{planId}', { params: { path: { planId } } }),
      );
      const settling = isSettling(run) ? await settlingOf(session, planId) : null;
      const facts = run.status === 'UNKNOWN' ? NO_RUN_FACTS : await runFactsOf(session, planId);
      const isCompared = options.base !== undefined && run.status === 'COMPLETED';
      const changes = isCompared ? await runChanges(session, planId, options.base ?? '') : null;
      session.output.result(
        { planId, ...run, ...(settling && { settling }), ...facts, ...(changes && { changes }) },
        (width) =>
          [
            runText(planId, run, { settling, ...facts }, width),
            ...(changes ? ['', changesText(changes, width)] : []),
          ].join('\n'),
      );
      await openReport(session, run.reportUrl, options);
      exit(exitCodeOf(run));
    });
}
