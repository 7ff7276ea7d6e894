import { threadOf } from '../../../functions/platform/standalone/work-thread.ts';
import { TEST_JOBS } from './work-jobs.ts';

/** The entry of a thread that runs the jobs of tests. */
export default threadOf(TEST_JOBS);
