import { execFileSync, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pause } from '../pause.ts';
import type { FaultKind } from './history.ts';
import { HEALTHY_PROCESS, type ProcessState } from './process-state.ts';

/** Whether util-linux is there, by which the limits of a running process can be changed. */
export const canLimitProcesses = spawnSync('prlimit', ['--version']).status === 0;

/** Steps of the wall clock, ms: back and ahead, within and beyond what an hourly correction does. */
const CLOCK_STEPS = [-45_000, 45_000, -240_000, 3_600_000];
const FAILING_SHARE = 0.1;

/** Arguments of node that load the hook, its environment, and faults other than kills for a process that has it. */
export function processFaults(directory: string) {
  const file = join(directory, 'nemesis.json');
  const become = (change: Partial<ProcessState>) =>
    writeFileSync(file, JSON.stringify({ ...HEALTHY_PROCESS, ...change }));
  become({});
  let steps = 0;

  const limited = async (pid: number, limit: string, ms: number) => {
    execFileSync('prlimit', ['--pid', String(pid), limit]);
    await pause(ms);
    const [name] = limit.split('=');
    // The process may have died of it.
    spawnSync('prlimit', ['--pid', String(pid), `${name}=${name === '--nofile' ? '4096' : 'unlimited'}:`]);
  };
  const changed = async (change: Partial<ProcessState>, ms: number) => {
    become(change);
    await pause(ms);
    become({});
  };

  const faults: Record<Exclude<FaultKind, 'kill' | 'receivers'>, (pid: number, ms: number) => Promise<void>> = {
    pause: async (pid, ms) => {
      process.kill(pid, 'SIGSTOP');
      await pause(ms);
      process.kill(pid, 'SIGCONT');
    },
    clock: (_, ms) => changed({ aheadMs: CLOCK_STEPS[steps++ % CLOCK_STEPS.length] ?? 0 }, ms),
    'disk-full': (_, ms) => changed({ writesFail: 'FULL' }, ms),
    'read-only': (_, ms) => changed({ writesFail: 'READONLY' }, ms),
    flaky: (_, ms) => changed({ failing: FAILING_SHARE, seed: ++steps }, ms),
    'file-limit': (pid, ms) => limited(pid, '--fsize=0:', ms),
    'no-descriptors': (pid, ms) => limited(pid, '--nofile=1:', ms),
  };
  return {
    nodeArguments: ['--import', join(import.meta.dirname, 'nemesis-hook.ts')],
    env: { NEMESIS_FILE: file },
    faults,
    become,
  };
}
