import { type Command, Option } from 'commander';
import type { Result } from '../../client/paths.ts';
import { KIND_LABELS } from '../../functions/compare/domain/kind-labels.ts';
import { endpointName, endpointNames } from '../../functions/findings/domain/endpoint-labels.ts';
import { allPages } from '../all-pages.ts';
import { checkApplication } from '../checks/known-application.ts';
import { countValue, pairValue, timeValue } from '../option-values.ts';
import { tableText } from '../output.ts';
import type { Program } from '../program.ts';
import { renameEndpoints } from '../recordings/rename-endpoints.ts';
import { sealFoundFields, sealRecordings } from '../recordings/seal-recordings.ts';
import { resultText } from '../reports/result-text.ts';
import { responseData } from '../unwrap-response.ts';

const EXAMPLES = `
Examples:
  $ replay cases apps
  $ replay cases operations shop
  $ replay cases rename shop              after a change of the setting endpoints
  $ replay cases seal shop --found        seal the personal data that was found
  $ replay cases list shop --operation /orders/{id} --tag tier=gold
  $ replay cases pin har-3f2a…
  $ replay cases of 6740a1b2c3d4e5f601234567 --state FAILED
  $ replay cases diff 6740a1b2c3d4e5f601234567:12`;

interface ListOptions {
  operation?: string;
  from?: string;
  to?: string;
  tag?: Record<string, string>;
  limit: number;
  cursor?: string;
}

interface ResultOptions {
  state?: 'PASSED' | 'FAILED' | 'NO_RESULT';
  operation?: string;
  method?: string;
  kind?: Result['kinds'][number];
  limit: number;
  cursor?: string;
}

/** `replay cases`: recordings and the results of a run (interface 10). */
export function addCases({ program, open }: Program): void {
  const cases = program
    .command('cases')
    .description('recordings: list, show, pin, rename, seal, delete; and the results of a run')
    .addHelpText('after', EXAMPLES);

  addApps(cases, open);
  addOperations(cases, open);
  addRename(cases, open);
  addSeal(cases, open);

  addList(cases, open);
  addShow(cases, open);
  for (const [name, description, done] of [
    ['pin', 'keep recordings beyond their retention', 'pinned'],
    ['unpin', 'let pinned recordings expire again', 'no longer pinned'],
  ] as const) {
    const command = cases.command(name).description(description).argument('<caseId...>');
    command.action(async (caseIds: string[]) => {
      const { client, output } = await open(command);
      for (const caseId of caseIds) {
        await responseData(client.POST(`/api/recorder/cases/{caseId}/${name}`, { params: { path: { caseId } } }));
      }
      output.result({ caseIds }, () => `${done}: ${caseIds.length}`);
    });
  }

  addDelete(cases, open);
  addResults(cases, open);
}

function addApps(cases: Command, open: Program['open']): void {
  const apps = cases.command('apps').description('applications with recordings');
  apps.action(async () => {
    const { client, output } = await open(apps);
    const answer = await responseData(client.GET('/api/recorder/apps'));
    output.result(answer, (width) =>
      tableText(
        ['application'],
        answer.items.map(({ appId }) => [appId]),
        'There are no recordings yet.',
        width,
      ),
    );
  });
}

function addOperations(cases: Command, open: Program['open']): void {
  const operations = cases.command('operations').description('endpoints of an application').argument('<appId>');
  operations.action(async (appId: string) => {
    const session = await open(operations);
    const { client, output } = session;
    const answer = await responseData(
      client.GET('/api/recorder/apps/{appId}/operations', { params: { path: { appId } } }),
    );
    if (answer.items.length === 0) await checkApplication(session, appId);
    output.result(answer, (width) =>
      tableText(
        ['endpoint'],
        answer.items.flatMap(({ operation, methods }) =>
          endpointNames({ operationName: operation, methods }).map((name) => [name]),
        ),
        'There are no endpoints.',
        width,
      ),
    );
  });
}

function addList(cases: Command, open: Program['open']): void {
  const list = paged(
    cases.command('list').description('recordings of an application, newest first').argument('<appId>'),
  )
    .option('--operation <path>', 'only of this endpoint')
    .option('--from <time>', 'recorded at this time or later', timeValue)
    .option('--to <time>', 'recorded before this time', timeValue)
    .option('--tag <name=value>', 'only with this tag; may be repeated', pairValue);
  list.action(async (appId: string, { limit, cursor, tag, operation, from, to }: ListOptions) => {
    const session = await open(list);
    const { client, output } = session;
    const tags = Object.fromEntries(Object.entries(tag ?? {}).map(([name, value]) => [`tag.${name}`, value]));
    const query = { ...(operation && { operation }), ...(from && { from }), ...(to && { to }), ...tags };
    const answer = await allPages(
      (page) =>
        responseData(
          client.GET('/api/recorder/apps/{appId}/cases', { params: { path: { appId }, query: { ...query, ...page } } }),
        ),
      { limit, cursor },
    );
    if (answer.items.length === 0) await checkApplication(session, appId);
    const rows = answer.items.map((one) => [
      one.recordedAt,
      endpointName(one.operation, one.method),
      one.status,
      one.pinned ? 'pinned' : '',
      one.caseId,
    ]);
    output.result(
      answer,
      (width) =>
        tableText(['recorded', 'endpoint', 'status', '', 'case'], rows, 'There are no such cases.', width) +
        more(answer.nextCursor),
    );
  });
}

function addShow(cases: Command, open: Program['open']): void {
  const show = cases
    .command('show')
    .description('one recording with everything that was recorded')
    .argument('<caseId>');
  show.action(async (caseId: string) => {
    const { client, output } = await open(show);
    const one = await responseData(client.GET('/api/recorder/cases/{caseId}', { params: { path: { caseId } } }));
    output.result(one, () => JSON.stringify(one, null, 2));
  });
}

function addDelete(cases: Command, open: Program['open']): void {
  const remove = cases.command('delete').description('delete recordings, pinned or not').argument('<caseId...>');
  remove.action(async (caseIds: string[]) => {
    const { client, output } = await open(remove);
    for (const caseId of caseIds) {
      await responseData(client.DELETE('/api/recorder/cases/{caseId}', { params: { path: { caseId } } }));
    }
    output.result({ caseIds }, () => `deleted: ${caseIds.length}`);
  });
}

function addRename(cases: Command, open: Program['open']): void {
  const rename = cases
    .command('rename')
    .description('name the endpoints of stored recordings by the settings of today; can be repeated at any time')
    .argument('<appId>');
  rename.action(async (appId: string) => {
    const session = await open(rename);
    const done = await renameEndpoints(session, appId);
    if (done.cases === 0) await checkApplication(session, appId);
    session.output.result(done, () => `${done.renamed} of ${done.cases} recordings renamed`);
  });
}

function addSeal(cases: Command, open: Program['open']): void {
  const seal = cases
    .command('seal')
    .description('seal fields of stored recordings by the rules of today; can be repeated at any time')
    .argument('<appId>')
    .option('--found', 'before that, add a rule for each field with personal data that has none');
  seal.action(async (appId: string, { found }: { found?: true }) => {
    const session = await open(seal);
    const rules = found ? await sealFoundFields(session, appId) : 0;
    const done = await sealRecordings(session, appId);
    if (done.cases === 0) await checkApplication(session, appId);
    const missed = done.missed === 0 ? '' : `; ${done.missed} could not be sealed: repeat the command`;
    session.output.result({ rules, ...done }, () => {
      const added = rules === 0 ? '' : `${rules} ${rules === 1 ? 'rule' : 'rules'} added; `;
      return `${added}${done.sealed} of ${done.cases} recordings sealed${missed}`;
    });
  });
}

function addResults(cases: Command, open: Program['open']): void {
  const of = paged(cases.command('of').description('results of a run, request by request').argument('<planId>'))
    .addOption(new Option('--state <state>', 'only with this result').choices(['PASSED', 'FAILED', 'NO_RESULT']))
    .option('--operation <path>', 'only of this endpoint')
    .option('--method <method>', 'only of this method')
    .addOption(new Option('--kind <kind>', 'only with a difference of this kind').choices(Object.keys(KIND_LABELS)));
  of.action(async (planId: string, { limit, cursor, state, operation, method, kind }: ResultOptions) => {
    const { client, output } = await open(of);
    const query = {
      ...(state && { state }),
      ...(operation && { operation }),
      ...(method && { method }),
      ...(kind && { kind }),
    };
    const answer = await allPages(
      (page) =>
        responseData(
          client.GET('/api/replays/{planId}/cases', { params: { path: { planId }, query: { ...query, ...page } } }),
        ),
      { limit, cursor },
    );
    const rows = answer.items.map((one) => [
      one.state,
      endpointName(one.operation, one.method),
      one.kinds.join(' '),
      one.marked ? 'marked' : '',
      one.planItemId,
    ]);
    output.result(
      answer,
      (width) =>
        tableText(['state', 'endpoint', 'kinds', '', 'request'], rows, 'There are no such results.', width) +
        more(answer.nextCursor),
    );
  });

  const diff = cases
    .command('diff')
    .description('one result: what differs, recorded and replayed')
    .argument('<planItemId>');
  diff.action(async (planItemId: string) => {
    const { client, output } = await open(diff);
    const planId = planItemId.split(':')[0] ?? '';
    const result = await responseData(
      client.GET('/api/replays/{planId}/cases/{planItemId}', { params: { path: { planId, planItemId } } }),
    );
    output.result(result, (width) => resultText(result, width));
  });
}

const paged = (command: Command) =>
  command
    .option('--limit <count>', 'maximum number of entries', countValue, 50)
    .option('--cursor <cursor>', 'continue where another list ended');

const more = (cursor: string | null) => (cursor === null ? '' : `\nThere are more: --cursor ${cursor}`);
