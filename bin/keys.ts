import { randomBytes } from 'node:crypto';
import { Command, Option } from 'commander';
import { DATA_DIRECTORY } from '../functions/login/domain/data-directory.ts';
import { type ApiKeyScope, apiKeyStore } from '../functions/login/store/api-keys.ts';
import { openData } from '../functions/platform/standalone/open-data.ts';
import { API_KEY_SCOPES } from '../functions/platform/values/scope.ts';

/** `npm run keys`: creates an API key in SVC_DATA_DIR, also while the service runs, and prints it once. */
const program = new Command('keys')
  .description('Creates an API key for the console and recorder API and prints it once.')
  .addOption(new Option('--scope <scope...>', 'scope of the key').choices(API_KEY_SCOPES).default(['admin']))
  .option('--name <name>', 'name of the key in lists', `made ${new Date().toISOString()}`)
  .parse();

const { scope, name } = program.opts<{ scope: ApiKeyScope[]; name: string }>();
const table = openData('keys');
const newId = () => randomBytes(16).toString('hex');
// Only the use of a key writes log lines.
const log = { warn: () => {} };
const keys = apiKeyStore({ table, log, now: Date.now, elapsed: () => performance.now(), newId });
const made = await keys.create({ name, tenant: 'default', scopes: scope, createdBy: DATA_DIRECTORY });
if (made) process.stdout.write(`${made.key}\n`);
else program.error('--name is already used by another key', { exitCode: 1 });
await table.close();
