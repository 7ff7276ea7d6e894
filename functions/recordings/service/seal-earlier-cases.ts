import { setTimeout as sleep } from 'node:timers/promises';
import type { Log, World } from '../../platform/world.ts';
import type { RecordingKeys } from '../store/recording-keys.ts';
import { FIRST_LOCATION, type ResealLocation, type ResealServices, resealPage } from './reseal-page.ts';

interface Services extends ResealServices, Pick<World, 'elapsed'> {
  recordingKeys: Pick<RecordingKeys, 'sealer' | 'lacksCodes' | 'requireCodes'>;
  log: Pick<Log, 'info' | 'warn'>;
}

/**
 * Gives the cases of a tenant that an earlier version sealed their codes (case-seal.ts), page by page, at half speed.
 * Once all have theirs, a sealed case without a code is foreign to the service. False if it has to be tried again; an
 * interrupted pass begins again.
 */
export async function sealEarlierCases(services: Services, signal: AbortSignal): Promise<boolean> {
  const { recordingKeys, log, elapsed } = services;
  if (!(await recordingKeys.lacksCodes())) return true;
  const total = { cases: 0, resealed: 0, missed: 0 };
  for (let location: ResealLocation | null = FIRST_LOCATION; location !== null; ) {
    const startedAt = elapsed();
    const page: Awaited<ReturnType<typeof resealPage>> = await resealPage(services, location, { codesOnly: true });
    if (page === null) throw new Error('a list of cases does not know its cursor');
    total.cases += page.cases;
    total.resealed += page.resealed;
    total.missed += page.missed;
    location = page.next;
    if (location !== null) await sleep(elapsed() - startedAt, undefined, { signal });
  }
  if (total.missed === 0) await recordingKeys.requireCodes();
  log.info('cases of earlier versions were sealed', total);
  return total.missed === 0;
}
