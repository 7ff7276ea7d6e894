import type { DatabaseSync } from 'node:sqlite';

/** How many rows of each family a file has; a family is a key without its ids. */
export function rowFamilies(database: DatabaseSync): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { pk, sk } of database.prepare('SELECT pk, sk FROM items ORDER BY pk, sk').iterate()) {
    const family = `${familyOf(String(pk))} / ${familyOf(String(sk))}`;
    counts[family] = (counts[family] ?? 0) + 1;
  }
  return counts;
}

/** Words of keys are upper-case; everything else is somebody's. */
const familyOf = (part: string): string =>
  part
    .split('#')
    .map((word) => (/^[A-Z][A-Z-]*$/.test(word) ? word : '*'))
    .join('#')
    .replace(/\*(#\*)+/g, '*');
