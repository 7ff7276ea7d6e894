import { spawnSync } from 'node:child_process';

/** Runs a file of an application, as its builds and set-ups do; throws with what it wrote unless it succeeds. */
export function runToItsEnd(
  [file = '', ...args]: readonly string[],
  { folder, env }: { folder: string; env: Record<string, string> },
): void {
  const done = spawnSync(process.execPath, [file, ...args], {
    cwd: folder,
    encoding: 'utf8',
    env: { PATH: process.env.PATH, ...env },
  });
  if (done.status !== 0) throw new Error(`${file} failed:\n${done.stdout}\n${done.stderr}`);
}
