import { readFileSync } from 'node:fs';

/** Peak memory of a process (VmHWM), in MiB. Linux only (proc(5)). */
export function peakResidentMiB(pid: number): number {
  const line = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return Number(line?.[1]) / 1024;
}

/** Linux counts processor time in hundredths of a second (`getconf CLK_TCK`). */
const TICK_MS = 10;

/** Processor time of all threads of a process so far, ms (Linux). */
export function processorMsOf(pid: number): number {
  // The name of the process, in parentheses, may hold spaces; `utime` and `stime` are fields 14 and 15.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}
