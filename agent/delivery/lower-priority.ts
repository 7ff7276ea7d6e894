import { readlinkSync } from 'node:fs';
import { constants, setPriority } from 'node:os';

/**
 * Lets the threads that serve requests go before this one where both want a processor. Only Linux has priorities of
 * threads; elsewhere, and without `/proc`, nothing changes.
 */
export function lowerPriority(): void {
  if (process.platform !== 'linux') return;
  try {
    const [, thread] = /\/task\/(\d+)$/.exec(readlinkSync('/proc/thread-self')) ?? [];
    if (thread !== undefined) setPriority(Number(thread), constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // Not allowed here; the thread keeps its priority.
  }
}
