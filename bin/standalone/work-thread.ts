import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

// Half of a thread's start is compiling: it reads what the process has compiled (standalone.ts), which threads do not
// share by themselves.
enableCompileCache(join(import.meta.dirname, '../../node_modules/.cache/compiled'));
const { JOBS } = await import('../../functions/composition/jobs.ts');
const { threadOf } = await import('../../functions/platform/standalone/work-thread.ts');

/** The entry of each thread of the pool. */
export default threadOf(JOBS);
