import * as v from 'valibot';

/** How the requests of a run may be ordered (interface 13). */
export const ReplayOrder = v.picklist(['sessions', 'recorded']);
export type ReplayOrder = v.InferOutput<typeof ReplayOrder>;

/**
 * The order that a round uses, and why. `sessions`: side by side, each session in its recorded order. `recorded`: the
 * recorded order of all requests. `families`: the recorded order of requests of one resource family.
 */
export const RunOrder = v.object({
  used: v.picklist(['sessions', 'recorded', 'families']),
  /**
   * `run`: asked for by the run; `pace`: so is its pace; `setting`: of the application; else found out from the
   * recordings.
   */
  reason: v.picklist(['run', 'pace', 'setting', 'only reads', 'writes', 'many writes']),
});
export type RunOrder = v.InferOutput<typeof RunOrder>;

/** Maximum requests of a plan with writes that keeps the recorded order of all requests by default. */
export const MAX_RECORDED_ORDER = 5000;

/** Methods that change nothing (RFC 9110, 9.2.1). */
const SAFE = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE']);

/** Whether a request may change what other requests read; also if its method is unknown. */
export const isWrite = ({ method }: { method?: string | undefined }): boolean => !SAFE.has(method ?? '');

/** The order of a round: as the run or its application asks, else as its requests need. */
export function runOrder({
  run,
  pace,
  setting,
  requests,
  hasWrites,
}: {
  run: ReplayOrder | undefined;
  /** A recorded pace keeps the recorded order. */
  pace: number | undefined;
  setting: ReplayOrder | 'auto';
  requests: number;
  hasWrites: boolean;
}): RunOrder {
  if (pace !== undefined) return { used: 'recorded', reason: 'pace' };
  if (run !== undefined) return { used: run, reason: 'run' };
  if (setting !== 'auto') return { used: setting, reason: 'setting' };
  if (!hasWrites) return { used: 'sessions', reason: 'only reads' };
  return requests <= MAX_RECORDED_ORDER
    ? { used: 'recorded', reason: 'writes' }
    : { used: 'families', reason: 'many writes' };
}
