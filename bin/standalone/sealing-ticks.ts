import type { Compositions } from '../../functions/platform/composition.ts';
import { faultFacts } from '../../functions/platform/fault-facts.ts';
import type { DiskRoom } from '../../functions/platform/standalone/upkeep/disk-room.ts';
import type { World } from '../../functions/platform/world.ts';
import { intakeServices } from '../../functions/recordings/composition.ts';
import { sealStored } from '../../functions/recordings/steps/seal-stored.ts';
import { startTicks, type Ticks } from './ticks.ts';

/** A person waits for the first page. Without a pass, a tick is one query that finds nothing. */
const TICK_MS = 2_000;

interface SealingTickParts {
  world: Pick<World, 'table' | 'now' | 'log'>;
  host: Compositions;
  /** While the disk is low, nothing is rewritten. */
  room: Pick<DiskRoom, 'isLow'>;
}

/**
 * Seals stored recordings where a pass was started: immediately, which resumes what a crash has interrupted, and then
 * every 2 s, until stopped. `stop` waits for the page that is being sealed.
 */
export function startSealingTicks({ world, host, room }: SealingTickParts): Ticks {
  const stopping = new AbortController();
  const { signal } = stopping;
  const seal = async (isFirst: boolean) => {
    if (signal.aborted || room.isLow()) return;
    await sealStored(world, host.servicesOf(intakeServices), {
      until: Number.POSITIVE_INFINITY,
      isFirst,
      signal,
    }).catch((fault: unknown) => world.log.error('stored recordings could not be sealed', faultFacts(fault)));
  };
  // This process is the only one, so the worker of any claim no longer exists.
  const ticks = startTicks(() => seal(false), TICK_MS, seal(true));
  return {
    stop() {
      stopping.abort();
      return ticks.stop();
    },
  };
}
