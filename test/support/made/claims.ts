import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { isRunning } from './is-running.ts';

/** Claims a file for this process. False where a process that runs has claimed it. */
export function claim(file: string): boolean {
  if (unlessCode('EEXIST', () => writeFileSync(file, `${process.pid}`, { flag: 'wx' }))) return true;
  const holder = { pid: 0 };
  unlessCode('ENOENT', () => {
    holder.pid = Number(readFileSync(file, 'utf8'));
  });
  if (holder.pid > 0 && !isRunning(holder.pid)) rmSync(file, { force: true });
  return false;
}

/** Does it; false where it fails with this code. */
function unlessCode(code: string, action: () => void): boolean {
  try {
    action();
    return true;
  } catch (fault) {
    if (fault instanceof Error && 'code' in fault && fault.code === code) return false;
    throw fault;
  }
}
