import { threadId } from 'node:worker_threads';
import { threadOf } from '../../../functions/platform/standalone/work-thread.ts';
import { TEST_JOBS } from './work-jobs.ts';

/** Says that a thread runs. */
const started = new BroadcastChannel('test.work-thread');
started.postMessage(threadId);
started.close();

/** The entry of a thread that runs the jobs of tests. */
export default threadOf(TEST_JOBS);
