import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { TABLE_FILE } from '../../../functions/platform/standalone/data-files.ts';
import { textOfStored } from '../../../functions/platform/values/stored-json.ts';

/** Every file of a data directory and every value of its table, as it is stored and decompressed. */
export function storedBytes(dataDir: string): Buffer[] {
  const files = readdirSync(dataDir, { recursive: true, withFileTypes: true }).filter((file) => file.isFile());
  const texts = files.map(({ parentPath, name }) => readFileSync(join(parentPath, name)));
  const database = new DatabaseSync(join(dataDir, TABLE_FILE), { readOnly: true });
  const rows = database
    .prepare('SELECT * FROM items')
    .all()
    .flatMap((row) => Object.values(row))
    .filter((value) => value instanceof Uint8Array);
  database.close();
  return [...texts, ...rows].flatMap((bytes) => [Buffer.from(bytes), ...decompressed(bytes)]);
}

function decompressed(bytes: Uint8Array): Buffer[] {
  try {
    return [Buffer.from(textOfStored(bytes))];
  } catch {
    return [];
  }
}
