import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { standaloneConfig } from '../functions/platform/settings/config.ts';
import { tableQueue } from '../functions/platform/standalone/queue.ts';
import { openTable } from '../functions/platform/standalone/table.ts';

/** `npm run redrive`: puts every dead letter of SVC_DATA_DIR back in line, also while the service runs, and says how many. */
const table = openTable(join(standaloneConfig(process.env).dataDir, 'service.sqlite'), Date.now);
const queue = tableQueue({ table, now: Date.now, newId: () => randomBytes(16).toString('hex') });
process.stdout.write(`${await queue.redrive()} dead letters put back in line\n`);
await table.close();
