import { readFileSync } from 'node:fs';

/** Current memory of a process (VmRSS), in MiB. Linux only (proc(5)). */
export function residentMiB(pid: number): number {
  const line = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return Number(line?.[1]) / 1024;
}
