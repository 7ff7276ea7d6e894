import type { RecordedCalls } from '../../../applications/domain/calls/recorded-calls.ts';
import { compareText } from '../../../platform/values/text-order.ts';
import type { CalledServices } from './called-services.ts';

const HOUR_MS = 3_600_000;

/** What one process counted of an hour (its beginning, epoch ms); null: it did not count calls yet. */
export interface CalledRow {
  hour: number;
  cases: number;
  called: CalledServices | null;
}

/** Adds up the counts of rolling recordings by hour and process, and those of pinned ones. */
export function mergedCalls(
  rows: readonly CalledRow[],
  pinned: { called: CalledServices; uncounted: number },
): RecordedCalls {
  const counts = new Map<string, number>();
  for (const called of [...rows.map((row) => row.called ?? []), pinned.called])
    for (const [service, calls] of called) counts.set(service, (counts.get(service) ?? 0) + calls);
  const services = [...counts].map(([service, calls]) => ({ service, calls })).filter(({ calls }) => calls > 0);
  return {
    services: services.sort((a, b) => b.calls - a.calls || compareText(a.service, b.service)),
    since: sinceOf(rows),
    uncountedPins: pinned.uncounted,
  };
}

/** The end of the last hour of which recordings are left that a process without these counts took in. */
function sinceOf(rows: readonly CalledRow[]): number | null {
  const hours = [...Map.groupBy(rows, ({ hour }) => hour)].flatMap(([hour, some]) => {
    const isLeft = some.reduce((sum, { cases }) => sum + cases, 0) > 0;
    return isLeft && some.some(({ called, cases }) => called === null && cases > 0) ? [hour + HOUR_MS] : [];
  });
  return hours.length === 0 ? null : Math.max(...hours);
}
