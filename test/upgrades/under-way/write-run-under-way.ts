import { join } from 'node:path';
import { keepDirectory } from '../keep-directory.ts';
import { fillUnderWay } from './fill-under-way.ts';

/**
 * `node test/upgrades/under-way/write-run-under-way.ts <checkout> <name>`: keeps a data directory of a release with the
 * settings of its time, whose service was killed in the middle of a run (docs/upgrades.md).
 */
const [checkout = '.', name = 'data'] = process.argv.slice(2);
await keepDirectory({ checkout, kept: join(import.meta.dirname, name), fill: fillUnderWay, end: 'SIGKILL' });
process.exit(0);
