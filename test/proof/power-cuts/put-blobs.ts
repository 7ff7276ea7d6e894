import { fileBlobs } from '../../../functions/platform/standalone/blobs.ts';
import { makeDataDir } from '../../../functions/platform/standalone/upkeep/make-data-dir.ts';

/**
 * `node put-blobs.ts <data directory> <blobs>`: makes the directory, stores blobs of several classes at once, lets some
 * expire, stores again in what is empty then, and prints each key once it is acknowledged.
 */
const [dataDir = '', folder = ''] = process.argv.slice(2);
makeDataDir(dataDir, 'service.lock');
const blobs = fileBlobs(folder);
const put = async (key: string) => {
  await blobs.put(key, new TextEncoder().encode(key));
  process.stdout.write(`${key}\n`);
};
await Promise.all(['cases/a/1', 'cases/a/2', 'cases/b/1', 'plans/a/b/1', 'kept/a/1'].map(put));
await blobs.put('evaluation/a/1', new Uint8Array([1]));
await blobs.expire({ cases: 0, plans: 0, uploads: 0, evaluation: Number.POSITIVE_INFINITY });
await Promise.all(['evaluation/a/2', 'evaluation/a/3', 'evaluation/b/1'].map(put));
process.stdout.write('end\n');
// Until the power is cut.
setInterval(() => {}, 60_000);
