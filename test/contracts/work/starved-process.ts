import { execFileSync } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { workPool } from '../../../functions/platform/standalone/work-pool.ts';
import { MIN_POOLED_BYTES } from '../../../functions/platform/values/job.ts';
import { silentLog } from '../silent-log.ts';
import { whereJob } from './work-jobs.ts';

/** Opens a pool without free file descriptors, says so, and runs a job once there are some again. */
const pool = workPool({ file: join(import.meta.dirname, 'work-thread.ts'), log: silentLog, threads: 1 });
const run = () => pool.run(whereJob, () => ({ bytes: new Uint8Array(3), names: [] }), { bytes: MIN_POOLED_BYTES });

execFileSync('prlimit', ['--pid', String(process.pid), '--nofile=1:']);
pool.prepare();
const failed = await run().then(
  () => 'ran',
  () => 'failed',
);
process.stdout.write(`${failed}\n`);
while (!hasDescriptors()) await sleep(10);
process.stdout.write((await run()).ok ? 'ran\n' : 'refused\n');
await pool.close();

function hasDescriptors(): boolean {
  try {
    closeSync(openSync('/dev/null', 'r'));
    return true;
  } catch {
    return false; // asked again
  }
}
