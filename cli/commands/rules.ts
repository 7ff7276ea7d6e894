import { readFile } from 'node:fs/promises';
import { text as textOf } from 'node:stream/consumers';
import { type Command, Option } from 'commander';
import { CHOICES } from '../../client/choices.ts';
import type { CompareRule, CompareRuleToAdd } from '../../client/paths.ts';
import { endpointLabel } from '../../functions/findings/domain/endpoint-labels.ts';
import { checkApplication, sayIfUnknown } from '../checks/known-application.ts';
import { CliFailure } from '../cli-failure.ts';
import type { Host } from '../host.ts';
import { numberValue } from '../option-values.ts';
import { tableText } from '../output.ts';
import type { Program } from '../program.ts';
import type { Session } from '../session.ts';
import { responseData } from '../unwrap-response.ts';

const EXAMPLES = `
Examples:
  What would a rule change in a finished run? Nothing is saved:
    $ replay rules preview shop --plan 6740a1b2c3d4e5f601234567 --kind ignore --path '$..updatedAt'

  Save it, for one endpoint only:
    $ replay rules add shop --kind ignore --path updatedAt --operation /orders/{id}

  Pair the elements of a list by key, in any order; compare numbers within a tolerance:
    $ replay rules add shop --kind array-key --path items --keys sku
    $ replay rules add shop --kind tolerance --path total --absolute 0.01

  Ignore a parameter of a database, and every call to a downstream:
    $ replay rules add shop --kind ignore --target database --path 'parameters[2]'
    $ replay rules add shop --kind ignore --target audit-log --path '$'

  Keep rules beside the code:
    $ replay rules export shop > rules.json
    $ replay rules import shop rules.json`;

interface RuleOptions {
  kind: CompareRuleToAdd['kind'];
  path: string;
  operation?: string;
  target?: CompareRuleToAdd['target'];
  keys?: string[];
  absolute?: number;
  relative?: number;
  ms?: number;
  comment?: string;
}

/** `replay rules`: compare rules of an application (interface 11). */
export function addRules({ program, open }: Program): void {
  const rules = program
    .command('rules')
    .description('what is meant to differ: list, add, remove, preview, import, export')
    .addHelpText('after', EXAMPLES);

  addList(rules, open);
  addNew(rules, open);
  addRemove(rules, open);
  addPreview(rules, open);
  addExport(rules, open);
  addImport(rules, open);
}

function addList(rules: Command, open: Program['open']): void {
  const list = rules
    .command('list')
    .description('active rules')
    .argument('<appId>')
    .option('--built-in', 'also those that every application has (--json lists them always)');
  list.action(async (appId: string, { builtIn }: { builtIn?: boolean }) => {
    const session = await open(list);
    const { client, output } = session;
    const answer = await responseData(client.GET('/api/apps/{appId}/compare-rules', { params: { path: { appId } } }));
    if (answer.items.every(({ origin }) => origin === 'built-in')) await checkApplication(session, appId);
    output.result(answer, (width) =>
      rulesText(
        answer.items.filter(({ origin }) => builtIn || origin !== 'built-in'),
        width,
      ),
    );
  });
}

function addNew(rules: Command, open: Program['open']): void {
  const add = ruleOptions(
    rules.command('add').description('add a rule; findings change immediately').argument('<appId>'),
  );
  add.action(async (appId: string, options: RuleOptions) => {
    checkRuleOptions(options);
    const session = await open(add);
    const { client, output } = session;
    const idleIn = await runWithoutMatch(session, appId, ruleOf(options));
    const rule = await responseData(
      client.POST('/api/apps/{appId}/compare-rules', { params: { path: { appId } }, body: ruleOf(options) }),
    );
    output.result(rule, () => `added ${rule.ruleId}`);
    await sayIfUnknown(session, appId);
    if (idleIn !== null)
      output.say(`The rule changes nothing in the last run, ${idleIn}. Check its path and endpoint.`);
  });
}

function addRemove(rules: Command, open: Program['open']): void {
  const remove = rules.command('remove').description('remove rules').argument('<appId>').argument('<ruleId...>');
  remove.action(async (appId: string, ruleIds: string[]) => {
    const { client, output } = await open(remove);
    for (const ruleId of ruleIds) {
      await responseData(
        client.DELETE('/api/apps/{appId}/compare-rules/{ruleId}', { params: { path: { appId, ruleId } } }),
      );
    }
    output.result({ ruleIds }, () => `removed: ${ruleIds.length}`);
  });
}

function addPreview(rules: Command, open: Program['open']): void {
  const preview = ruleOptions(
    rules
      .command('preview')
      .description('what a rule would change in a finished run, without saving it')
      .argument('<appId>')
      .requiredOption('--plan <planId>', 'the run'),
  );
  preview.action(async (appId: string, { plan, ...options }: RuleOptions & { plan: string }) => {
    checkRuleOptions(options);
    const { client, output } = await open(preview);
    const answer = await responseData(
      client.POST('/api/apps/{appId}/compare-rules/preview', {
        params: { path: { appId }, query: { planId: plan } },
        body: ruleOf(options),
      }),
    );
    output.result(answer, (width) => {
      const { before, after, removed, added, requests, cut } = answer;
      const rows = [...removed.map((one) => ['gone', one]), ...added.map((one) => ['new', one])] as [
        'gone' | 'new',
        (typeof removed)[number],
      ][]; // pairs, not mixed arrays
      return [
        `${before.state} -> ${after.state}`,
        `requests that fail: ${before.failedRequests} -> ${after.failedRequests}   (${requests} checked${cut ? ', the others as before' : ''})`,
        '',
        tableText(
          ['', 'kind', 'what', 'endpoint', 'requests'],
          rows.map(([change, one]) => [change, one.kind, one.subject, endpointLabel(one), one.affectedRequests]),
          'The rule changes nothing in this run.',
          width,
        ),
      ].join('\n');
    });
  });
}

function addExport(rules: Command, open: Program['open']): void {
  const exported = rules.command('export').description('all rules as one JSON document, on stdout').argument('<appId>');
  exported.action(async (appId: string) => {
    const { client, output } = await open(exported);
    const document = await responseData(
      client.GET('/api/apps/{appId}/compare-rules/export', { params: { path: { appId } } }),
    );
    output.result(document, () => JSON.stringify(document, null, 2));
  });
}

function addImport(rules: Command, open: Program['open']): void {
  const imported = rules
    .command('import')
    .description('add the rules of such a document; without a file: from stdin')
    .argument('<appId>')
    .argument('[file]');
  imported.action(async (appId: string, file: string | undefined) => {
    const { client, output, host } = await open(imported);
    const body = await documentOf(file, host);
    const answer = await responseData(
      client.POST('/api/apps/{appId}/compare-rules/import', { params: { path: { appId } }, body }),
    );
    output.result(answer, () => `added ${answer.added}, replaced ${answer.replaced}`);
  });
}

const ruleOptions = (command: Command): Command =>
  command
    .addOption(
      new Option('--kind <kind>', 'what the rule does').choices(CHOICES['CompareRuleToAdd.kind']).makeOptionMandatory(),
    )
    .requiredOption('--path <jsonpath>', 'fields that it is for, RFC 9535; $. may be left out')
    .option('--operation <path>', 'only for this endpoint')
    .option(
      '--target <target>',
      'response (default), response-headers, a kind of downstream call (http, database, cache, message, other), or the name of a downstream',
    )
    .option(
      '--keys <path...>',
      'of array-key: member paths that identify an element; the order of the list does not count',
    )
    .option('--absolute <number>', 'of tolerance: how far numbers may differ', numberValue)
    .option('--relative <number>', 'of tolerance: how far, as a part of the recorded number', numberValue)
    .option('--ms <number>', 'of time-tolerance: how far times may differ', numberValue)
    .option('--comment <text>', 'why');

/** The options that a kind of rule needs, one of each list. */
const NEEDED: Partial<Record<CompareRuleToAdd['kind'], readonly (keyof RuleOptions)[]>> = {
  'array-key': ['keys'],
  tolerance: ['absolute', 'relative'],
  'time-tolerance': ['ms'],
};

function checkRuleOptions(options: RuleOptions): void {
  const needed = NEEDED[options.kind];
  if (needed === undefined || needed.some((name) => options[name] !== undefined)) return;
  const names = needed.map((name) => `--${name}`).join(' or ');
  throw new CliFailure('WRONG_USE', `--kind ${options.kind} requires ${names}`, 'Add it.');
}

function ruleOf({
  kind,
  path,
  operation,
  target,
  keys,
  absolute,
  relative,
  ms,
  comment,
}: RuleOptions): CompareRuleToAdd {
  const tolerance = {
    ...(absolute !== undefined && { absolute }),
    ...(relative !== undefined && { relative }),
    ...(ms !== undefined && { ms }),
  };
  return {
    kind,
    path,
    ...(operation && { operation }),
    ...(target && { target }),
    ...(keys && { keys }),
    ...(Object.keys(tolerance).length > 0 && { tolerance }),
    ...(comment && { comment }),
  };
}

/** The last completed run of an application if a rule would change nothing in it; null also where that is unknown. */
async function runWithoutMatch({ client }: Session, appId: string, body: CompareRuleToAdd): Promise<string | null> {
  try {
    const { items } = await responseData(client.GET('/api/replays', { params: { query: { appId, limit: 10 } } }));
    const planId = items.find(({ status }) => status === 'COMPLETED')?.planId;
    if (planId === undefined) return null;
    const answer = await responseData(
      client.POST('/api/apps/{appId}/compare-rules/preview', { params: { path: { appId }, query: { planId } }, body }),
    );
    const isIdle = answer.removed.length + answer.added.length === 0 && !answer.cut;
    return isIdle && answer.before.failedRequests === answer.after.failedRequests ? planId : null;
  } catch (fault) {
    // A key that may add rules need not read runs; what the rule lacks is said when it is added.
    if (fault instanceof CliFailure) return null;
    throw fault;
  }
}

const rulesText = (rules: readonly CompareRule[], width: number | undefined) =>
  tableText(
    ['rule', 'kind', 'endpoint', 'target', 'path', 'of', 'comment'],
    rules.map((rule) => [
      rule.ruleId,
      rule.kind,
      rule.operation ?? 'all',
      rule.target,
      rule.path,
      rule.origin,
      rule.comment ?? '',
    ]),
    'There are no rules.',
    width,
  );

async function documentOf(file: string | undefined, { stdin }: Host): Promise<{ version: 1; rules: unknown[] }> {
  const source = file === undefined || file === '-' ? 'stdin' : file;
  const text = await (source === 'stdin' ? textOf(stdin) : readFile(source, 'utf8')).catch(
    (fault: NodeJS.ErrnoException) => {
      throw new CliFailure('NOT_READ', `${source} was not read (${fault.code ?? 'fault'})`, 'Choose an existing file.');
    },
  );
  try {
    return JSON.parse(text); // the service validates it
  } catch {
    throw new CliFailure('NO_JSON', `${source} is not JSON`, 'Give what `replay rules export` wrote.');
  }
}
