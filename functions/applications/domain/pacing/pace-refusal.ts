import { NO_PACE } from './pace-setting.ts';

/** Why the settings after a change cannot be together; null if they can. */
export const paceRefusal = ({ pace, order }: { pace: number; order: string }): string | null =>
  pace !== NO_PACE && order === 'sessions' ? 'replay.pace cannot be kept where sessions are sent side by side' : null;
