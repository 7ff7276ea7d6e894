import { readFileSync } from 'node:fs';

/** The memory that a process holds now (VmRSS), in MiB; Linux only (proc(5)). */
export function residentMiB(pid: number): number {
  const line = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return Number(line?.[1]) / 1024;
}
