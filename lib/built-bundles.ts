import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { WriteBundle } from './bundle.ts';

const FILES = 'files';
const FACTS = 'facts.json';

/** Stores the bundles of functions in a folder, a folder each. */
export function storeBundles(folder: string, names: Iterable<string>, writeBundle: WriteBundle): void {
  for (const name of names) {
    const files = join(folder, name, FILES);
    mkdirSync(files, { recursive: true });
    writeFileSync(join(folder, name, FACTS), JSON.stringify(writeBundle(name, files)));
  }
}

/** Bundles that were stored in a folder. */
export const bundlesIn =
  (folder: string): WriteBundle =>
  (name, to) => {
    cpSync(join(folder, name, FILES), to, { recursive: true });
    return JSON.parse(readFileSync(join(folder, name, FACTS), 'utf8'));
  };
