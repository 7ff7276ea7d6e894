import { accessSync, constants, existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The folders of PostgreSQL's server programs, which Debian does not put on the PATH; the newest version first. */
const DEBIAN = '/usr/lib/postgresql';
const FOLDERS = [
  ...(process.env.PATH ?? '').split(delimiter),
  '/usr/sbin',
  ...(existsSync(DEBIAN) ? readdirSync(DEBIAN).sort().reverse() : []).map((version) => join(DEBIAN, version, 'bin')),
];

/** The path of a program; undefined if it is not installed. */
export function programPath(name: string): string | undefined {
  return FOLDERS.map((folder) => join(folder, name)).find((path) => {
    try {
      accessSync(path, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

/** Says why tests against a real server are skipped; true if one of its programs is missing. */
export function isMissing(server: string, ...programs: string[]): boolean {
  const missing = programs.filter((name) => programPath(name) === undefined);
  if (missing.length > 0)
    process.stdout.write(`${server} is not installed (${missing.join(', ')}): its tests are skipped\n`);
  return missing.length > 0;
}
