import { NO_PACE } from './pace-setting.ts';

/** The pace of an application, or of a run, in words; undefined: a run without a recorded pace. */
export const paceText = (factor: number | undefined): string => {
  if (factor === undefined || factor === NO_PACE) return 'as fast as allowed';
  return factor === 1 ? 'as recorded' : `recorded × ${factor}`;
};
