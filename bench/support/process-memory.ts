import { readFileSync } from 'node:fs';

/** Peak memory of a process (VmHWM), in MiB. Linux only (proc(5)). */
export function peakResidentMiB(pid: number): number {
  const line = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return Number(line?.[1]) / 1024;
}
