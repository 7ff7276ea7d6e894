import { JOBS } from '../../functions/composition/jobs.ts';
import { threadOf } from '../../functions/platform/standalone/work-thread.ts';

/** The entry of each thread of the pool. */
export default threadOf(JOBS);
