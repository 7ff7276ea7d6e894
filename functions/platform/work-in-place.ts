import { accept } from './result.ts';
import type { Work } from './world.ts';

/** The Work port without other threads: jobs run where they are asked for, without a budget of their own. */
export const workInPlace: Work = {
  async run(job, input, { signal }) {
    signal?.throwIfAborted();
    const given = await input();
    signal?.throwIfAborted();
    return accept(job.run(given));
  },

  hasThreads: false,

  prepare() {},
};
