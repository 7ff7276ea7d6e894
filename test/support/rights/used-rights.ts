import { appendFileSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Where tests note which rights they have seen used; `npm run rights` compares them with those that are declared. */
const FOLDER = join(import.meta.dirname, '../../../node_modules/.cache/used-rights');

const noted = new Set<string>();

/** Notes a use: once by each process. */
export function noteUse(use: string): void {
  if (noted.has(use)) return;
  mkdirSync(FOLDER, { recursive: true });
  try {
    appendFileSync(join(FOLDER, `${process.pid}.txt`), `${use}\n`);
  } catch {
    // A test may forbid its service to write: the use is noted at the next one.
    return;
  }
  noted.add(use);
}

/** Every use that was noted since the folder was removed. */
export const usesNoted = (): ReadonlySet<string> =>
  new Set(readdirSync(FOLDER).flatMap((file) => readFileSync(join(FOLDER, file), 'utf8').trim().split('\n')));
