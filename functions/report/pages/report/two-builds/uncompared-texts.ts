import type { Uncompared } from '../../../../findings/domain/findings.ts';
import { BASELINE_FAILED, BOTH_REFUSED, LEFT_OUT } from '../../../../replay/domain/results/clusters.ts';

/** Why requests were not compared, and the cause that their results name. */
export const UNCOMPARED_TEXTS: readonly (readonly [why: keyof Uncompared, text: string, cause: string])[] = [
  ['refused', 'both answered 401', BOTH_REFUSED],
  ['failed', 'the running build failed', BASELINE_FAILED],
  ['leftOut', 'they change data', LEFT_OUT],
];
