import type { PlannedCase } from '../results/chunk.ts';
import { isWrite } from './run-order.ts';

/** How long a request is held before it is sent again, in ms: longer than what happens each second takes. */
export const HOLD_MS = 1200;
/** Maximum time between a recorded write and the read that is held after it, in ms. @internal */
export const RECENT_MS = 10_000;
/** Maximum requests of a chunk that are held. @internal */
export const MAX_HOLDS = 10;

/**
 * Decides which reads of a chunk are held before they are sent again, where the recorded order keeps all later requests
 * behind them. An endpoint in which holding explained nothing is not held again.
 */
export function holding(cases: readonly PlannedCase[]) {
  const writes = cases.filter(isWrite).map(({ recordedAt }) => recordedAt);
  const logouts = new Map(cases.flatMap(({ session, logsOut, item }) => (session && logsOut ? [[session, item]] : [])));
  const inVain = new Set<string>();
  let left = MAX_HOLDS;

  /** Whether to hold a request that may be held; each yes counts. */
  function hold({ operation, span, families }: PlannedCase): boolean {
    const isOrdered = span !== undefined && families === undefined;
    if (!isOrdered || left === 0 || inVain.has(operation)) return false;
    left--;
    return true;
  }

  return {
    /** Of a read that lacks a field: what a write shortly before it has started in the background may end. */
    isHeldAfterWrite: (one: PlannedCase): boolean =>
      writes.some((at) => at <= one.recordedAt && one.recordedAt - at <= RECENT_MS) && hold(one),

    /** Of a read that is not explained: after the logout of its session it would be refused. */
    isHeldBeforeLogout: (one: PlannedCase): boolean =>
      one.session !== null && (logouts.get(one.session) ?? -1) > one.item && hold(one),

    noteHeld({ operation }: Pick<PlannedCase, 'operation'>, isExplained: boolean): void {
      if (!isExplained) inVain.add(operation);
    },
  };
}
