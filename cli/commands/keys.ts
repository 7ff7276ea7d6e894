import type { Command } from 'commander';
import { Option } from 'commander';
import { CHOICES } from '../../client/choices.ts';
import type { ApiKey } from '../../client/paths.ts';
import { allPages } from '../all-pages.ts';
import { countValue, numberFrom, timeValue } from '../option-values.ts';
import { tableText } from '../output.ts';
import type { Program } from '../program.ts';
import { rotateRecordings } from '../record/rotate-recordings.ts';
import { envelopeBody, responseData } from '../unwrap-response.ts';

const EXAMPLES = `
Examples:
  A key for a recorder, put into a file that only you read:
    $ (umask 077; replay keys add recorder --scope record > recorder.key)
  $ replay keys list
  $ replay keys add nightly --scope read --expires 2027-06-30T00:00:00Z
  $ replay keys rotate k-1234 --overlap-hours 1
  $ replay keys remove k-1234
  The public key to which a recording in a file is sealed:
    $ replay keys recording > recording.jwk
  A new data key for the credentials in recordings:
    $ replay keys rotate-recordings`;

/** `replay keys`: API keys of the tenant (interface 4.8). */
export function addKeys({ program, open }: Program): void {
  const keys = program
    .command('keys')
    .description(
      'API keys for automation: list, add, rotate, remove; needs the scope admin. For recordings: recording, rotate-recordings',
    )
    .addHelpText('after', EXAMPLES);

  addList(keys, open);
  addNew(keys, open);
  addRotate(keys, open);
  addRemove(keys, open);
  addPublicKey(keys, open);
  addRotateRecordings(keys, open);
}

function addList(keys: Command, open: Program['open']): void {
  const list = keys
    .command('list')
    .description('keys, without their secrets')
    .option('--limit <count>', 'maximum number of entries', countValue, 200);
  list.action(async ({ limit }: { limit: number }) => {
    const { client, output } = await open(list);
    const answer = await allPages((query) => envelopeBody(client.GET('/api/api-keys', { params: { query } })), {
      limit,
    });
    const rows = answer.items.map((key) => [
      key.id,
      key.name,
      key.scopes.join(' '),
      key.createdAt,
      key.createdBy,
      key.lastUsedAt,
      key.expiresAt,
    ]);
    const columns = ['key', 'name', 'scopes', 'created', 'by', 'used', 'expires'];
    output.result(answer, (width) => tableText(columns, rows, 'There are no keys.', width));
  });
}

function addNew(keys: Command, open: Program['open']): void {
  const add = keys
    .command('add')
    .description('create a key; it is printed to stdout, only this once')
    .argument('<name>', 'shown where keys are listed')
    .addOption(
      new Option('--scope <scope...>', 'what the key may do')
        .choices(CHOICES['NewApiKey.scopes'])
        .makeOptionMandatory(),
    )
    .option('--expires <time>', 'refused from then on: a time in ISO-8601, at most two years away', timeValue);
  add.action(async (name: string, { scope, expires }: { scope: ApiKey['scopes']; expires?: string }) => {
    const { client, output } = await open(add);
    const body = { name, scopes: scope, ...(expires !== undefined && { expiresAt: expires }) };
    const made = await envelopeBody(client.POST('/api/api-keys', { body }));
    output.say(`created ${made.id}; the key is shown only this once`);
    output.result(made, () => made.key);
  });
}

function addRotate(keys: Command, open: Program['open']): void {
  const rotate = keys
    .command('rotate')
    .description('give a key a new secret; it is printed to stdout, only this once')
    .argument('<id>')
    .option('--overlap-hours <hours>', 'how long the old secret stays valid, 0 to 168', numberFrom(0, 168), 24)
    .option('--expires <time>', 'a new end of the key', timeValue);
  rotate.action(async (id: string, { overlapHours, expires }: { overlapHours: number; expires?: string }) => {
    const { client, output } = await open(rotate);
    const body = { overlapHours, ...(expires !== undefined && { expiresAt: expires }) };
    const answer = client.POST('/api/api-keys/{id}/rotate', { params: { path: { id } }, body });
    const rotated = await envelopeBody(answer);
    const until = rotated.previousValidUntil;
    output.say(`rotated ${id}; ${until === null ? 'the old key is refused' : `the old key is valid until ${until}`}`);
    output.result(rotated, () => rotated.key);
  });
}

function addRemove(keys: Command, open: Program['open']): void {
  const remove = keys.command('remove').description('remove a key; it is refused from then on').argument('<id>');
  remove.action(async (id: string) => {
    const { client, output } = await open(remove);
    const answer = await envelopeBody(client.DELETE('/api/api-keys/{id}', { params: { path: { id } } }));
    output.result(answer, () => `removed ${id}`);
  });
}

function addPublicKey(keys: Command, open: Program['open']): void {
  const recording = keys
    .command('recording')
    .description('the public key to which replay record seals the credentials in a file; needs the scope record');
  recording.action(async () => {
    const { client, output } = await open(recording);
    const key = await responseData(client.GET('/api/recorder/public-key'));
    output.result(key, () => JSON.stringify(key));
  });
}

function addRotateRecordings(keys: Command, open: Program['open']): void {
  const rotateRecorded = keys
    .command('rotate-recordings')
    .description('make a new data key for the credentials in recordings, and seal every stored case under it')
    .option('--continue', 'only seal cases, after a rotation that was interrupted');
  rotateRecorded.action(async (options: { continue?: true }) => {
    const session = await open(rotateRecorded);
    const rotated = await rotateRecordings(session, { continues: options.continue ?? false });
    session.output.result(rotated, () => `${rotated.resealed} of ${rotated.cases} cases resealed`);
  });
}
