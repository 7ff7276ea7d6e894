import { readdirSync, readFileSync } from 'node:fs';

/** Clock ticks of /proc per second; 100 on every Linux of today. */
const TICKS = 100;

/** Processor time that a process has used, in ms: user and system, of all threads. Linux only (proc(5)). */
export const cpuMs = (pid: number): number => usedOf(`/proc/${pid}/stat`);

/** The same of its first thread, which serves requests. */
export const firstThreadMs = (pid: number): number => usedOf(`/proc/${pid}/task/${pid}/stat`);

function usedOf(stat: string): number {
  const fields = readFileSync(stat, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
  return ((Number(fields[11]) + Number(fields[12])) * 1000) / TICKS;
}

/** Ids of the processes that a process has started. */
export const childrenOf = (pid: number): number[] =>
  readdirSync(`/proc/${pid}/task`).flatMap((task) =>
    readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
  );
