import type { LookupAddress } from 'node:dns';
import { slots } from '../slots.ts';
import type { Lookup } from './lookup.ts';

/** Maximum time of one lookup, ms. */
const MAX_LOOKUP_MS = 5_000;
/** Maximum names that are resolved at a time. */
const MAX_CONCURRENT = 512;
/** How long a name that gave no answer in time fails without another lookup, ms. */
const SILENT_MS = 10_000;
/** Maximum remembered silent names; the oldest are dropped first. */
const MAX_SILENT = 10_000;

/**
 * Resolves each name once at a time, for all who ask, and within 5 s. A name whose servers do not answer fails at once
 * for the next 10 s, so that it costs the others nothing. `elapsed`: monotonic ms.
 */
export function boundedLookup(resolve: Lookup, elapsed: () => number = () => performance.now()): Lookup {
  const underWay = new Map<string, Promise<readonly LookupAddress[]>>();
  const silentUntil = new Map<string, number>();
  const inSlot = slots(MAX_CONCURRENT);

  function noteSilence(name: string): void {
    silentUntil.delete(name);
    silentUntil.set(name, elapsed() + SILENT_MS);
    const [oldest] = silentUntil.keys();
    if (silentUntil.size > MAX_SILENT && oldest !== undefined) silentUntil.delete(oldest);
  }

  async function inTime(name: string): Promise<readonly LookupAddress[]> {
    const late = Promise.withResolvers<never>();
    const timer = setTimeout(() => late.reject(noAnswer()), MAX_LOOKUP_MS);
    try {
      return await Promise.race([resolve(name), late.promise]);
    } catch (fault) {
      if (isNoAnswer(fault)) noteSilence(name);
      throw fault;
    } finally {
      clearTimeout(timer);
    }
  }

  return async (hostname) => {
    const name = hostname.toLowerCase();
    if ((silentUntil.get(name) ?? -Infinity) > elapsed()) throw noAnswer();
    const known = underWay.get(name);
    if (known) return known;
    const found = inSlot('names', () => inTime(name)).finally(() => underWay.delete(name));
    underWay.set(name, found);
    return found;
  };
}

/** The code of getaddrinfo for a name whose servers do not answer. */
const NO_ANSWER = 'EAI_AGAIN';

/** The error of a name whose servers do not answer. */
export const noAnswer = () => Object.assign(new Error('the name servers did not answer'), { code: NO_ANSWER });

const isNoAnswer = (fault: unknown) => fault instanceof Error && 'code' in fault && fault.code === NO_ANSWER;
