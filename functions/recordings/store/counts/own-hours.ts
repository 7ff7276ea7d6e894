import { addCalls } from '../../domain/called/called-services.ts';

const HOUR_MS = 3_600_000;

/** What rolling cases of an application that came in within an hour add up to; `called`: their calls by service. */
export interface HourCounts {
  bytes: number;
  cases: number;
  called: Map<string, number>;
}

/** An hour without a change. */
export const noCounts = (): HourCounts => ({ bytes: 0, cases: 0, called: new Map() });

/** What this process has counted of each hour and application; expired hours are forgotten. */
export function ownHours(retentionMs: number, now: () => number) {
  const own = new Map<string, HourCounts & { hour: number }>();

  return {
    /** Adds to an hour, and returns what its row holds. */
    add(appId: string, hour: number, { bytes, cases, called }: HourCounts) {
      const name = `${hour}#${appId}`;
      const total = own.get(name) ?? { hour, ...noCounts() };
      own.set(name, total);
      total.bytes += bytes;
      total.cases += cases;
      for (const [service, calls] of called) addCalls(total.called, service, calls);
      for (const [other, one] of own) {
        if ((one.hour + 1) * HOUR_MS + retentionMs > now()) break;
        own.delete(other);
      }
      return { bytes: total.bytes, cases: total.cases, called: [...total.called] };
    },
  };
}
