import { Option } from 'commander';
import { CHOICES } from '../../client/choices.ts';
import type { ApiKey } from '../../client/paths.ts';
import { allPages } from '../all-pages.ts';
import { countValue } from '../option-values.ts';
import { tableText } from '../output.ts';
import type { Program } from '../program.ts';
import { envelopeBody } from '../unwrap-response.ts';

const EXAMPLES = `
Examples:
  A key for a recorder, put into a file that only you read:
    $ (umask 077; replay keys add recorder --scope record > recorder.key)
  $ replay keys list
  $ replay keys remove k-1234`;

/** `replay keys`: API keys of the tenant (interface 4.8). */
export function addKeys({ program, open }: Program): void {
  const keys = program
    .command('keys')
    .description('API keys for automation: list, add, remove; needs the right admin')
    .addHelpText('after', EXAMPLES);

  const list = keys
    .command('list')
    .description('keys, without what is secret of them')
    .option('--limit <count>', 'most entries', countValue, 200);
  list.action(async ({ limit }: { limit: number }) => {
    const { client, output } = await open(list);
    const answer = await allPages((query) => envelopeBody(client.GET('/api/api-keys', { params: { query } })), {
      limit,
    });
    const rows = answer.items.map((key) => [key.id, key.name, key.scopes.join(' '), key.createdAt, key.lastUsedAt]);
    output.result(answer, () => tableText(['key', 'name', 'scopes', 'made', 'used'], rows, 'There are no keys.'));
  });

  const add = keys
    .command('add')
    .description('make a key; it is printed to stdout, this once')
    .argument('<name>', 'shown where keys are listed')
    .addOption(
      new Option('--scope <scope...>', 'what the key may do')
        .choices(CHOICES['NewApiKey.scopes'])
        .makeOptionMandatory(),
    );
  add.action(async (name: string, { scope }: { scope: ApiKey['scopes'] }) => {
    const { client, output } = await open(add);
    const made = await envelopeBody(client.POST('/api/api-keys', { body: { name, scopes: scope } }));
    output.say(`made ${made.id}; the key is shown this once`);
    output.result(made, () => made.key);
  });

  const remove = keys.command('remove').description('remove a key; it is refused from then on').argument('<id>');
  remove.action(async (id: string) => {
    const { client, output } = await open(remove);
    const answer = await envelopeBody(client.DELETE('/api/api-keys/{id}', { params: { path: { id } } }));
    output.result(answer, () => `removed ${id}`);
  });
}
