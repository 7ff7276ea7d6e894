import { BUILDS } from '../shop/builds.ts';

/** The builds of the sample shop. Its downstreams lie in memory, so every planted bug shows in an answer. */
export const SAMPLE_BUILDS = {
  production: BUILDS.v1,
  next: { ...BUILDS.v2, maxOrders: 0 },
} as const;
