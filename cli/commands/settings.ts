import { readFile } from 'node:fs/promises';
import type { SettingsChange } from '../../client/paths.ts';
import { sayIfUnknown } from '../checks/known-application.ts';
import { CliFailure } from '../cli-failure.ts';
import { tableText } from '../output.ts';
import type { Program } from '../program.ts';
import { nestedSettings, settingRows, unknownSettings } from '../settings/setting-names.ts';
import { responseData } from '../unwrap-response.ts';

const EXAMPLES = `
A setting is named by its path; docs/settings.md lists the settings of an application.

Examples:
  $ replay settings get shop
  $ replay settings get shop replay.maxQps
  $ replay settings set shop replay.maxQps=50 replay.concurrency=4 --reason 'staging is small'
  $ replay settings set shop credentials=remove login=null
  $ replay settings set shop retention.caseHours=48
  $ replay settings set shop 'redact=[{"header":"x-card"}]'

  Keep settings beside the code:
    $ replay settings get shop --json > settings.json
    $ replay settings set shop --file settings.json`;

/** `replay settings`: settings of an application (interface 10). */
export function addSettings({ program, open }: Program): void {
  const settings = program
    .command('settings')
    .description('settings of an application: get, set')
    .addHelpText('after', EXAMPLES);

  const get = settings
    .command('get')
    .description('print the settings of an application')
    .argument('<appId>', 'id of the application')
    .argument('[name]', 'only this setting, such as replay.maxQps, or these, such as replay')
    .addHelpText('after', EXAMPLES);
  get.action(async (appId: string, name: string | undefined) => {
    const session = await open(get);
    const { client, output } = session;
    const all = await responseData(client.GET('/api/apps/{appId}/settings', { params: { path: { appId } } }));
    await sayIfUnknown(session, appId);
    if (name === undefined) return output.result(all, (width) => rowsText(settingRows(all), width));
    const rows = settingRows(all, name);
    if (rows.length === 0) throw unknownSetting(name, appId);
    const [only] = rows;
    const isLeaf = rows.length === 1 && only?.name === name;
    output.result(valueAt(all, name), (width) => (isLeaf ? only.text : rowsText(rows, width)));
  });

  const set = settings
    .command('set')
    .description('change settings of an application')
    .argument('<appId>', 'id of the application')
    .argument('[name=value...]', 'settings to change; values are JSON or plain text')
    .option('--file <file>', 'JSON document with settings')
    .option('--reason <text>', 'why, shown to all readers of the settings (at most 200 characters)')
    .addHelpText('after', EXAMPLES);
  set.action(async (appId: string, pairs: string[], { file, reason }: { file?: string; reason?: string }) => {
    if ((file === undefined) === (pairs.length === 0))
      throw new CliFailure('WRONG_USE', 'either name=value or --file is required', 'Give one of them.');
    const body = file === undefined ? nestedSettings(pairs) : await documentOf(file);
    const session = await open(set);
    const { client, output } = session;
    const params = { path: { appId } };
    // The service ignores names that it does not know, and validates values. A key that only writes is not checked.
    const all = await responseData(client.GET('/api/apps/{appId}/settings', { params })).catch((fault: unknown) => {
      if (fault instanceof CliFailure && fault.code === 'NOT_ALLOWED') return null;
      throw fault;
    });
    const [unknown] = all === null ? [] : unknownSettings(body, all);
    if (unknown !== undefined) throw unknownSetting(unknown, appId);
    const changed = await responseData(
      client.PUT('/api/apps/{appId}/settings', {
        params,
        body: { ...(body as SettingsChange), ...(reason !== undefined && { reason }) },
      }),
    );
    await sayIfUnknown(session, appId);
    const names = file === undefined ? pairs.map((pair) => pair.slice(0, pair.indexOf('='))) : [];
    output.result(changed, (width) =>
      names.length === 0
        ? `settings of ${appId} changed`
        : rowsText(
            names.flatMap((name) => settingRows(changed, name)),
            width,
          ),
    );
  });
}

const rowsText = (rows: ReturnType<typeof settingRows>, width: number | undefined): string =>
  tableText(
    ['setting', 'value'],
    rows.map(({ name, text }) => [name, text]),
    'There are no settings.',
    width,
  );

const unknownSetting = (name: string, appId: string) =>
  new CliFailure('UNKNOWN_SETTING', `there is no setting ${name}`, `List them: replay settings get ${appId}`);

const valueAt = (settings: object, name: string): unknown =>
  name.split('.').reduce<unknown>((value, part) => Object(value)[part], settings);

async function documentOf(file: string): Promise<object> {
  const text = await readFile(file, 'utf8').catch((fault: NodeJS.ErrnoException) => {
    throw new CliFailure(
      'NOT_READ',
      `--file: ${file} was not read (${fault.code ?? 'fault'})`,
      'Give a readable file.',
    );
  });
  try {
    const document: unknown = JSON.parse(text);
    if (typeof document === 'object' && document !== null && !Array.isArray(document)) return document;
  } catch {
    // Reported below.
  }
  throw new CliFailure('NO_JSON', `--file: ${file} is not a JSON object`, 'Write one with replay settings get --json.');
}
