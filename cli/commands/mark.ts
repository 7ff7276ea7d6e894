import { Option } from 'commander';
import type { Paths } from '../../client/paths.ts';
import { KIND_LABELS } from '../../functions/compare/domain/kind-labels.ts';
import { findingOrRequests, type NamedOptions } from '../arguments/finding-or-requests.ts';
import { CliFailure } from '../cli-failure.ts';
import { listValue, timeValue } from '../option-values.ts';
import type { Program } from '../program.ts';
import { responseData } from '../unwrap-response.ts';

const EXAMPLES = `
Marked requests count as expected: findings leave them out. Counts, pass rate and the requests stay as they are.

Examples:
  All requests of a finding, as \`replay status\` lists it:
    $ replay mark 6740a1b2c3d4e5f601234567 --kind FIELD_VALUE --subject total --comment 'prices changed'

  Single requests:
    $ replay mark 6740a1b2c3d4e5f601234567 --request 6740a1b2c3d4e5f601234567:12 --request 6740a1b2c3d4e5f601234567:13

  Remove the marks of one command by the time that it printed:
    $ replay mark 6740a1b2c3d4e5f601234567 --undo 2026-11-20T10:00:00.000Z`;

interface MarkOptions extends NamedOptions {
  comment?: string;
  undo?: string;
}

type MarkBody = Paths['/api/replays/{planId}/marks']['post']['requestBody']['content']['application/json'];

/** `replay mark`: marks requests of a run as expected, and removes such marks (interface 10). */
export function addMark({ program, open }: Program): void {
  const mark = program
    .command('mark')
    .description('mark requests of a run as expected')
    .argument('<planId>', 'id of the run')
    .addOption(new Option('--kind <kind>', 'kind of the finding').choices(Object.keys(KIND_LABELS)))
    .option('--subject <subject>', 'subject of the finding, such as a field')
    .option('--operation <path>', 'only at this endpoint; may be repeated', listValue)
    .option('--request <id>', 'a single request in place of a finding; may be repeated', listValue)
    .option('--comment <text>', 'why they are expected')
    .option('--undo <time>', 'remove the marks that were set at this time', timeValue)
    .addHelpText('after', EXAMPLES);
  mark.action(async (planId: string, options: MarkOptions) => {
    const body = options.undo === undefined ? markBody(options) : null;
    if (body === null && Object.keys(options).length > 1)
      throw new CliFailure('WRONG_USE', '--undo cannot be combined with other options', 'Remove them.');
    const { client, output } = await open(mark);
    const params = { path: { planId } };
    if (body === null) {
      const query = { markedAt: options.undo ?? '' };
      const undone = await responseData(client.DELETE('/api/replays/{planId}/marks', { params: { ...params, query } }));
      return output.result(undone, () => `marks removed: ${undone.removed}`);
    }
    const marked = await responseData(client.POST('/api/replays/{planId}/marks', { params, body }));
    output.result(marked, () =>
      marked.marked === 0
        ? 'No request was marked: none matches, or all of them have a mark.'
        : `requests marked as expected: ${marked.marked}\nundo:  replay mark ${planId} --undo ${marked.markedAt}`,
    );
  });
}

function markBody({ comment, ...named }: MarkOptions): MarkBody {
  const explained = comment === undefined ? {} : { comment };
  const marked = findingOrRequests(named);
  // The endpoint takes either form, and rejects unknown kinds.
  return (
    'requests' in marked ? { planItemIds: marked.requests, ...explained } : { ...marked.finding, ...explained }
  ) as MarkBody;
}
