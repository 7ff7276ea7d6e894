import { chmodSync, cpSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { temporaryDataDir } from '../support/running-service.ts';
import type { Facts } from './traffic.ts';

/** What write-data-directory.ts says of a directory that it kept. */
export interface KeptFacts {
  writtenAt: string;
  version: number;
  facts: Facts;
  families: Record<string, number>;
}

/** Names of the data directories that are kept. */
export const KEPT = readdirSync(import.meta.dirname)
  .filter((name) => name.endsWith('.json'))
  .map((name) => name.slice(0, -'.json'.length));

export const keptFacts = (name: string): KeptFacts =>
  JSON.parse(readFileSync(join(import.meta.dirname, `${name}.json`), 'utf8'));

/** A copy of a kept data directory, and the way to remove it. */
export const copyOf = (name: string): ReturnType<typeof temporaryDataDir> => copyFrom(join(import.meta.dirname, name));

/** A copy of a folder as a data directory, and the way to remove it. */
export function copyFrom(folder: string): ReturnType<typeof temporaryDataDir> {
  const copy = temporaryDataDir();
  cpSync(folder, copy.dataDir, { recursive: true });
  // Git keeps no rights but those to execute.
  const key = join(copy.dataDir, 'master.key');
  if (existsSync(key)) chmodSync(key, 0o600);
  return copy;
}

/** Looks into the file of a data directory. */
export function lookInto<T>(dataDir: string, look: (database: DatabaseSync) => T): T {
  const database = new DatabaseSync(join(dataDir, 'service.sqlite'), { readOnly: true, timeout: 10_000 });
  try {
    return look(database);
  } finally {
    database.close();
  }
}

/** The version that a file says. */
export const versionOf = (database: DatabaseSync): number =>
  Number(database.prepare('PRAGMA user_version').get()?.user_version);
