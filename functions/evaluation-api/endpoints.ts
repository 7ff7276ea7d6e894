import type { Endpoint } from '../http/api.ts';

/** The evaluation API (spec 4.10, evaluation 3.5 to 3.13). */
export const endpoints: readonly Endpoint[] = [];
