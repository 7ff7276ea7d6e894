import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { vi } from 'vitest';
import { claim } from './claims.ts';

/** What was made of earlier sources, which no run uses that may still be under way. */
const MAX_AGE_MS = 86_400_000;
/** On a starved machine, functions take more than a minute to bundle. */
const PATIENT = { timeout: 170_000, interval: 200 };

/**
 * A folder that one of all workers makes, while the others wait for it; what is there already is taken as it is. The
 * name of the folder therefore has a digest of what it follows from (sources-digest.ts).
 */
export async function madeOnce(folder: string, make: (work: string) => Promise<void>): Promise<string> {
  mkdirSync(dirname(folder), { recursive: true });
  const claimed = `${folder}.claim`;
  let holds = false;
  await vi.waitUntil(() => {
    if (!existsSync(folder)) holds = claim(claimed);
    return holds || existsSync(folder);
  }, PATIENT);
  const work = `${folder}-${process.pid}`;
  try {
    if (existsSync(folder)) return folder;
    removeOlder(dirname(folder));
    mkdirSync(work);
    await make(work);
    renameSync(work, folder);
    return folder;
  } finally {
    rmSync(work, { recursive: true, force: true });
    if (holds) rmSync(claimed);
  }
}

function removeOlder(folder: string): void {
  for (const name of readdirSync(folder))
    if (Date.now() - statSync(join(folder, name)).mtimeMs > MAX_AGE_MS) rmSync(join(folder, name), { recursive: true });
}
