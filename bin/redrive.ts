import { randomBytes } from 'node:crypto';
import { openData } from '../functions/platform/standalone/open-data.ts';
import { tableQueue } from '../functions/platform/standalone/queue.ts';

/**
 * `npm run redrive`: returns every dead letter of SVC_DATA_DIR to the queue, also while the service runs, and prints
 * how many.
 */
const table = openData('redrive');
const queue = tableQueue({ table, now: Date.now, newId: () => randomBytes(16).toString('hex') });
process.stdout.write(`${await queue.redrive()} dead letters returned to the queue\n`);
await table.close();
