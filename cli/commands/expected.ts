import { Option } from 'commander';
import type { Paths } from '../../client/paths.ts';
import { KIND_LABELS } from '../../functions/compare/domain/kind-labels.ts';
import { findingOrRequests, type NamedOptions } from '../arguments/finding-or-requests.ts';
import { checkApplication } from '../checks/known-application.ts';
import { listValue } from '../option-values.ts';
import { tableText } from '../output.ts';
import type { Program } from '../program.ts';
import { responseData } from '../unwrap-response.ts';

const EXAMPLES = `
An expected change holds for recordings made before it, also in later runs. It ends when production records the change.
\`replay mark\` marks requests in one run only.

Examples:
  A finding, as \`replay status\` lists it:
    $ replay expected add 6740a1b2c3d4e5f601234567 --kind FIELD_VALUE --subject total --note 'new price rule'

  What it would cover, without saving it:
    $ replay expected add 6740a1b2c3d4e5f601234567 --kind FIELD_VALUE --subject total --any --dry-run

  $ replay expected list shop
  $ replay expected remove shop 7b1d2c3e4f5061728394a5b6`;

interface AddOptions extends NamedOptions {
  any?: true;
  note?: string;
  dryRun?: true;
}

type ExpectationBody = Paths['/api/apps/{appId}/expectations']['post']['requestBody']['content']['application/json'];
type Expectation =
  Paths['/api/apps/{appId}/expectations/{expectationId}']['get']['responses'][200]['content']['application/json'];

/** `replay expected`: changes that later runs expect, until production records them (interface 13). */
export function addExpected(given: Program): void {
  const { program, open } = given;
  const expected = program
    .command('expected')
    .description('changes that later runs expect: list, add, remove')
    .addHelpText('after', EXAMPLES);

  const list = expected.command('list').description('expected changes of an application').argument('<appId>');
  list.action(async (appId: string) => {
    const session = await open(list);
    const { client, output } = session;
    const answer = await responseData(client.GET('/api/apps/{appId}/expectations', { params: { path: { appId } } }));
    if (answer.items.length === 0) await checkApplication(session, appId);
    output.result(answer, (width) =>
      tableText(
        ['id', 'kind', 'what', 'endpoint', 'change', 'covers', 'ends', 'by'],
        answer.items.map(rowOf),
        'No change is expected.',
        width,
      ),
    );
  });

  addAdd(expected.command('add'), given);

  const remove = expected
    .command('remove')
    .description('remove an expected change; what it covered shows again')
    .argument('<appId>')
    .argument('<id>', 'id of the expected change');
  remove.action(async (appId: string, expectationId: string) => {
    const { client, output } = await open(remove);
    const removed = await responseData(
      client.DELETE('/api/apps/{appId}/expectations/{expectationId}', { params: { path: { appId, expectationId } } }),
    );
    output.result(removed, () => `removed ${removed.id}`);
  });
}

function addAdd(add: Program['program'], { open }: Program): void {
  add
    .description('expect a finding of a run, or all that some requests show, until production records it')
    .argument('<planId>', 'id of the run')
    .addOption(new Option('--kind <kind>', 'kind of the finding').choices(Object.keys(KIND_LABELS)))
    .option('--subject <subject>', 'subject of the finding, such as a field')
    .option('--operation <path>', 'only at this endpoint; may be repeated', listValue)
    .option('--request <id>', 'a request in place of a finding; may be repeated', listValue)
    .option('--any', 'accept every value, not only this change')
    .option('--note <text>', 'why it is expected')
    .option('--dry-run', 'print what it would cover, and save nothing')
    .action(async (planId: string, options: AddOptions) => {
      const body = bodyOf(planId, options);
      const { client, output } = await open(add);
      const { appId } = await responseData(client.GET('/api/replays/{planId}', { params: { path: { planId } } }));
      const params = { path: { appId } };
      if (options.dryRun) {
        const preview = await responseData(client.POST('/api/apps/{appId}/expectations/preview', { params, body }));
        const { before, after, items } = preview;
        return output.result(preview, (width) =>
          [
            tableText(COVERED, items.map(coveredRow), '', width),
            `failing requests: ${before.failedRequests} → ${after.failedRequests}; state: ${before.state} → ${after.state}`,
            'nothing was saved',
          ].join('\n'),
        );
      }
      const { items } = await responseData(client.POST('/api/apps/{appId}/expectations', { params, body }));
      output.result({ items }, (width) =>
        [tableText(COVERED, items.map(coveredRow), '', width), `undo:  replay expected remove ${appId} <id>`].join(
          '\n',
        ),
      );
    });
}

const COVERED = ['id', 'kind', 'what', 'endpoint', 'change', 'covers'];

const coveredRow = ({ id, kind, subject, operation, exactly, covers }: Expectation) => [
  id,
  kind,
  subject,
  operation,
  exactly ?? 'any value',
  covers === null ? '' : String(covers),
];

const rowOf = (one: Expectation) => [
  ...coveredRow(one),
  one.ended
    ? `ended${one.endedAt === null ? '' : ` ${one.endedAt}`}`
    : (one.older.endsAt ?? 'never: a pinned recording is older'),
  one.createdBy,
];

function bodyOf(planId: string, { any, note, ...named }: AddOptions): ExpectationBody {
  const change = any ? ('any' as const) : ('exact' as const);
  // The service rejects unknown kinds.
  return { planId, change, ...(note !== undefined && { note }), ...findingOrRequests(named) } as ExpectationBody;
}
