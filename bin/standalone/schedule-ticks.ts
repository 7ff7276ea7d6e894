import type { Compositions } from '../../functions/platform/composition.ts';
import { faultFacts } from '../../functions/platform/fault-facts.ts';
import type { RunRate } from '../../functions/platform/run-rate.ts';
import type { DiskRoom } from '../../functions/platform/standalone/upkeep/disk-room.ts';
import type { World } from '../../functions/platform/world.ts';
import { newPlanServices } from '../../functions/replay/composition.ts';
import { startDueSchedules } from '../../functions/replay/schedules/steps/start-due-schedules.ts';
import { startTicks, type Ticks } from './ticks.ts';

const TICK_MS = 10_000;

interface ScheduleTickParts {
  world: Pick<World, 'table' | 'now' | 'log'>;
  host: Compositions;
  runs: RunRate;
  /** While the disk is low, no run is started, as none is triggered; what is due then starts when there is room. */
  room: Pick<DiskRoom, 'isLow'>;
}

/**
 * Starts the runs of schedules that are due (interface 10): immediately, so that missed ones follow a start, and then
 * every 10 s, until stopped. `stop` waits for a running tick.
 */
export function startScheduleTicks({ world, host, runs, room }: ScheduleTickParts): Ticks {
  const servicesOf = host.servicesOf(newPlanServices);
  const tick = async () => {
    if (room.isLow()) return;
    await startDueSchedules(world, servicesOf, runs).catch((fault: unknown) =>
      world.log.error('schedules could not be checked', faultFacts(fault)),
    );
  };
  return startTicks(tick, TICK_MS, tick());
}
