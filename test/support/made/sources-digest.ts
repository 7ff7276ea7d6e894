import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The folder of the project. */
const ROOT = join(import.meta.dirname, '../../..');

/** A digest of the files that match these patterns below the root of the project, by their names and contents. */
export function sourcesDigest(patterns: readonly string[], also = ''): string {
  const hash = createHash('sha256').update(also);
  for (const file of patterns
    .flatMap((pattern) => globSync(pattern, { cwd: ROOT, exclude: ['**/node_modules'] }))
    .sort())
    hash.update(file).update(readFileSync(join(ROOT, file)));
  return hash.digest('hex').slice(0, 16);
}
