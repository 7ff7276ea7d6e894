import type { Compositions } from '../../functions/platform/composition.ts';
import { faultFacts } from '../../functions/platform/fault-facts.ts';
import type { DiskRoom } from '../../functions/platform/standalone/upkeep/disk-room.ts';
import type { World } from '../../functions/platform/world.ts';
import { intakeServices } from '../../functions/recordings/composition.ts';
import { sealEarlierCases } from '../../functions/recordings/service/seal-earlier-cases.ts';
import { tenantsOf } from './tenants-of.ts';
import { startTicks, type Ticks } from './ticks.ts';

const TICK_MS = 600_000;

interface CaseCodeParts {
  world: Pick<World, 'log' | 'elapsed'>;
  host: Compositions;
  /** While the disk is low, nothing is rewritten. */
  room: Pick<DiskRoom, 'isLow'>;
}

/**
 * Gives the cases that earlier versions sealed their codes: in the background, once for each tenant, and every 10
 * minutes again until it succeeds. `stop` waits for the page that is being sealed.
 */
export function startCaseCodes({ world, host, room }: CaseCodeParts): Ticks {
  const stopping = new AbortController();
  const { signal } = stopping;
  let isDone = false;

  async function pass(): Promise<boolean> {
    let areSealed = true;
    for await (const tenant of tenantsOf(host)) {
      const services = { ...host.servicesOf(intakeServices)(tenant), elapsed: world.elapsed };
      if (!(await sealEarlierCases(services, signal))) areSealed = false;
    }
    return areSealed;
  }

  const tick = async () => {
    if (isDone || signal.aborted || room.isLow()) return;
    isDone = await pass().catch((fault: unknown) => {
      if (!signal.aborted) world.log.error('cases of earlier versions could not be sealed', faultFacts(fault));
      return false;
    });
  };
  const ticks = startTicks(tick, TICK_MS, tick());
  return {
    stop() {
      stopping.abort();
      return ticks.stop();
    },
  };
}
