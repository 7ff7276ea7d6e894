import type { Composition } from '../../platform/composition.ts';
import { isTerminalAttempt } from '../domain/runs/transitions.ts';
import { attemptOf, runRows } from '../ledger/store/run-rows.ts';

/** Whether an attempt has ended, and with it whatever reads the replay that it started; so has one that is gone. */
export function attemptEndsOf({ world, tenant }: Composition<'table'>) {
  const { attemptKey } = runRows(tenant);
  return async (attemptId: string): Promise<boolean> => {
    const item = await world.table.get(attemptKey(attemptId));
    return item === undefined || isTerminalAttempt(attemptOf(item).status);
  };
}
