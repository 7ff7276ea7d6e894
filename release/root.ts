import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The folder of the project. */
export const ROOT = join(import.meta.dirname, '..');

/** What every package takes from the project: one version, one licence. */
export const rootManifest = (): { version: string; license: string } =>
  JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
