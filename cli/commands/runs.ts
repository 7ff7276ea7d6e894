import type { Command } from 'commander';
import { Option } from 'commander';
import type { Paths } from '../../client/paths.ts';
import { STATE_LABELS } from '../../functions/findings/domain/state-labels.ts';
import { allPages } from '../all-pages.ts';
import { checkApplication } from '../checks/known-application.ts';
import { checkWaitOptions, finishRun, type WaitOptions, withWaitOptions } from '../finish-run.ts';
import { countValue } from '../option-values.ts';
import { tableText } from '../output.ts';
import type { Program } from '../program.ts';
import { openReportOf } from '../reports/open-report.ts';
import { responseData } from '../unwrap-response.ts';

const LIST_EXAMPLES = `
Examples:
  $ replay runs list --app-id shop
  $ replay runs list --branch main --state NEEDS_ACTION --limit 10
  $ replay runs list --json | jq -r '.items[].planId'`;

const STOP_EXAMPLES = `
Examples:
  $ replay stop 6740a1b2c3d4e5f601234567

Requests in flight complete, and no more are sent. The state of the run is INTERRUPTED.`;

const RERUN_EXAMPLES = `
Examples:
  $ replay rerun 6740a1b2c3d4e5f601234567
  $ replay rerun 6740a1b2c3d4e5f601234567 --wait --markdown summary.md

The run selects and sends its requests again, against the same target. Exit codes with --wait are those of \`replay trigger\`.`;

type ListQuery = NonNullable<Paths['/api/replays']['get']['parameters']['query']>;

interface ListOptions {
  appId?: string;
  branch?: string;
  state?: ListQuery['state'];
  limit: number;
  cursor?: string;
}

/** `replay runs`, `replay stop` and `replay rerun` (interface 10). */
export function addRuns({ program, open, exit }: Program): void {
  const runs = program.command('runs').description('runs: list').addHelpText('after', LIST_EXAMPLES);
  addList(runs, open);
  const stop = program
    .command('stop')
    .description('stop a run')
    .argument('<planId>', 'id of the run')
    .addHelpText('after', STOP_EXAMPLES);
  stop.action(async (planId: string) => {
    const { client, output } = await open(stop);
    const stopped = await responseData(client.POST('/api/replays/{planId}/stop', { params: { path: { planId } } }));
    output.result(stopped, () => `stopped ${planId}`);
  });

  const rerun = program
    .command('rerun')
    .description('start a completed run again')
    .argument('<planId>', 'id of the run');
  withWaitOptions(rerun)
    .addHelpText('after', RERUN_EXAMPLES)
    .action(async (planId: string, options: WaitOptions) => {
      checkWaitOptions(options);
      const session = await open(rerun);
      const begun = await responseData(
        session.client.POST('/api/replays/{planId}/rerun', { params: { path: { planId } } }),
      );
      if (options.wait) return exit(await finishRun(session, planId, options));
      session.output.result(begun, () => `${planId}\nfollow it:  replay status ${planId} --wait`);
      await openReportOf(session, planId, options);
    });
}

function addList(runs: Command, open: Program['open']): void {
  const list = runs
    .command('list')
    .description('list runs, newest first')
    .option('--app-id <id>', 'only runs of this application')
    .option('--branch <name>', 'only runs of this branch (attribute vcs.ref.head.name)')
    .addOption(new Option('--state <state>', 'only runs in this state').choices(Object.keys(STATE_LABELS)))
    .option('--limit <count>', 'maximum number of runs', countValue, 20)
    .option('--cursor <cursor>', 'continue where another list ended')
    .addHelpText('after', LIST_EXAMPLES);
  list.action(async ({ limit, cursor, appId, branch, state }: ListOptions) => {
    const session = await open(list);
    const { client, output } = session;
    const filter: ListQuery = {
      ...(appId && { appId }),
      ...(branch && { branch }),
      ...(state && { state }),
    };
    const answer = await allPages(
      (page) => responseData(client.GET('/api/replays', { params: { query: { ...filter, ...page } } })),
      { limit, cursor },
    );
    if (answer.items.length === 0 && appId !== undefined) await checkApplication(session, appId);
    const rows = answer.items.map((run) => [
      run.createdAt,
      run.state,
      run.title,
      run.appId,
      run.branch,
      run.passRate === null ? null : `${(run.passRate * 100).toFixed(1)} %`,
      run.planId,
    ]);
    output.result(
      answer,
      (width) =>
        tableText(
          ['started', 'state', 'run', 'application', 'branch', 'pass rate', 'id'],
          rows,
          'There are no such runs.',
          width,
        ) + (answer.nextCursor === null ? '' : `\nThere are more: --cursor ${answer.nextCursor}`),
    );
  });
}
