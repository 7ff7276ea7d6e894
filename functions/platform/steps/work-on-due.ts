import { faultFacts } from '../fault-facts.ts';
import type { DueApplication } from '../table/due-applications.ts';
import type { World } from '../world.ts';

/** How long one application is worked on before the others have their turn. */
const TURN_MS = 20_000;

/** When a pass over one application has to leave the rest to its next turn. */
export interface TurnLimits {
  /** Epoch ms. */
  until: number;
  /** Only what is due before this is worked on, epoch ms. */
  due: number;
  signal?: AbortSignal | undefined;
}

/** How long the applications are worked on. */
export interface WorkLimits {
  /** No application's turn begins after this, epoch ms. */
  until: number;
  /** This is the only process, which has just started: no other works on what is claimed. */
  isFirst?: boolean;
  signal?: AbortSignal;
}

/** Work in the background that is due by application. */
export interface DueWork {
  /** Applications of all tenants that are due before a time (epoch ms). */
  dueBefore(time: number): AsyncIterable<DueApplication>;
  /** One turn of an application; true if more is left. */
  turn(application: DueApplication, limits: TurnLimits): Promise<boolean>;
  /** The log line of an application that failed. */
  failing: string;
}

/**
 * Works on applications in turns until none is due, or the time is over. Called again and again, also while another
 * call is running; claims keep them apart. Returns how many failed; a later call retries them.
 */
export async function workOnDue(
  { now, log }: Pick<World, 'now' | 'log'>,
  { dueBefore, turn, failing }: DueWork,
  { until, isFirst = false, signal }: WorkLimits,
): Promise<{ failed: number }> {
  let failed = 0;
  let isMore = true;
  let due = isFirst ? Number.MAX_SAFE_INTEGER : now() + 1;
  while (isMore && now() < until && !signal?.aborted) {
    isMore = false;
    for (const one of await Array.fromAsync(dueBefore(due))) {
      if (now() >= until || signal?.aborted) break;
      try {
        if (await turn(one, { until: Math.min(until, now() + TURN_MS), due, signal })) isMore = true;
      } catch (fault) {
        // One application that fails must not block the others.
        failed++;
        log.error(failing, { app_id: one.appId, ...faultFacts(fault) });
      }
    }
    due = now() + 1;
  }
  return { failed };
}
