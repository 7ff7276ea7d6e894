import { type Command, Option } from 'commander';
import { CHOICES } from '../../client/choices.ts';
import type { ChannelToSave } from '../../client/paths.ts';
import { CliFailure } from '../cli-failure.ts';
import type { Host } from '../host.ts';
import { tableText } from '../output.ts';
import type { Program } from '../program.ts';
import { acceptedData, responseData } from '../unwrap-response.ts';

const EXAMPLES = `
A channel's url holds a key to the chat group: it is read from an environment variable, so that it is in no history of commands.

Examples:
  $ CHANNEL_URL=https://hooks.example/… replay channels add --type webhook --name releases --url-env CHANNEL_URL --only-on-failure
  $ replay channels change c-1234 --disable
  $ replay channels test c-1234`;

interface ChannelOptions {
  name?: string;
  type?: NonNullable<ChannelToSave['type']>;
  format?: NonNullable<ChannelToSave['format']>;
  urlEnv?: string;
  secretEnv?: string;
  appIds?: string[];
  onlyOnFailure?: boolean;
  always?: boolean;
  enable?: boolean;
  disable?: boolean;
}

/** `replay channels`: the recipients of results (spec 2.7). */
export function addChannels({ program, open }: Program): void {
  const channels = program
    .command('channels')
    .description('notification channels: list, add, change, remove, test')
    .addHelpText('after', EXAMPLES);

  const list = channels.command('list').description('all channels; addresses are masked');
  list.action(async () => {
    const { client, output } = await open(list);
    const answer = await responseData(client.GET('/openapi/v1/notification-channels'));
    const rows = answer.channels.map((one) => [
      one.id,
      one.name,
      one.format === undefined || one.format === 'cloudevents' ? one.type : one.format,
      one.urlMasked,
      one.enabled ? (one.onlyOnFailure ? 'only on failure' : 'always') : 'paused',
      one.appIds.join(' ') || 'all',
    ]);
    output.result(answer, (width) =>
      tableText(['channel', 'name', 'type', 'address', 'when', 'applications'], rows, 'There are no channels.', width),
    );
  });

  const add = channelOptions(channels.command('add').description('add a channel'), { isNew: true });
  add.action(async (options: ChannelOptions) => {
    const { client, output, host } = await open(add);
    const saved = await acceptedData(
      client.POST('/openapi/v1/notification-channels', { body: channelOf(options, host) }),
    );
    output.result(saved, () => `added ${saved.id ?? ''}`);
  });

  const change = channelOptions(
    channels.command('change').description('change what is given, keep the rest').argument('<id>'),
  );
  change.action(async (id: string, options: ChannelOptions) => {
    const { client, output, host } = await open(change);
    const body = { id, ...channelOf(options, host) };
    const saved = await acceptedData(client.POST('/openapi/v1/notification-channels', { body }));
    output.result(saved, () => `changed ${id}`);
  });

  const remove = channels.command('remove').description('remove a channel').argument('<id>');
  remove.action(async (id: string) => {
    const { client, output } = await open(remove);
    const answer = await acceptedData(
      client.DELETE('/openapi/v1/notification-channels/{id}', { params: { path: { id } } }),
    );
    output.result(answer, () => `removed ${id}`);
  });

  const test = channels.command('test').description('send a sample message').argument('<id>');
  test.action(async (id: string) => {
    const { client, output } = await open(test);
    const answer = await acceptedData(
      client.POST('/openapi/v1/notification-channels/{id}/test', { params: { path: { id } } }),
    );
    output.result(answer, () => 'sent');
  });
}

const channelOptions = (command: Command, { isNew = false } = {}): Command =>
  command
    .option('--name <name>', 'name of the channel')
    .addOption(
      new Option('--type <type>', 'what receives the messages')
        .choices(CHOICES['ChannelToSave.type'])
        .makeOptionMandatory(isNew),
    )
    .addOption(
      new Option('--format <format>', 'what a webhook receives; default: cloudevents').choices(
        CHOICES['ChannelToSave.format'],
      ),
    )
    .addOption(new Option('--url-env <variable>', 'environment variable with the address').makeOptionMandatory(isNew))
    .option('--secret-env <variable>', 'environment variable with the secret; an empty one removes it')
    .option('--app-ids <id...>', 'only runs of these applications')
    .addOption(new Option('--only-on-failure', 'only when the state is not CLEAN').conflicts('always'))
    .option('--always', 'also when the state is CLEAN')
    .addOption(new Option('--disable', 'send nothing for now').conflicts('enable'))
    .option('--enable', 'send again');

function channelOf(options: ChannelOptions, { env }: Pick<Host, 'env'>): ChannelToSave {
  const { name, type, format, urlEnv, secretEnv, appIds, onlyOnFailure, always, enable, disable } = options;
  const variableOf = (option: string, variable: string): string => {
    const value = env[variable];
    if (value === undefined)
      throw new CliFailure(
        'NOT_SET',
        `${option}: the environment variable ${variable} is not set`,
        'Set it in the environment of this command.',
      );
    return value;
  };
  return {
    ...(name !== undefined && { name }),
    ...(type && { type }),
    ...(format && { format }),
    ...(urlEnv && { url: variableOf('--url-env', urlEnv) }),
    ...(secretEnv && { secret: variableOf('--secret-env', secretEnv) }),
    ...(appIds && { appIds }),
    ...((onlyOnFailure || always) && { onlyOnFailure: Boolean(onlyOnFailure) }),
    ...((enable || disable) && { enabled: Boolean(enable) }),
  };
}
