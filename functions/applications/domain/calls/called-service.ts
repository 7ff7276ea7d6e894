import { isObject } from '../../../platform/json/is-object.ts';
import { type MockSettings, missOf } from '../mock-settings.ts';
import type { LastRunMisses, RecordedCalls } from './recorded-calls.ts';

/** A service that an application calls, with how calls without a recorded response are answered. */
export interface CalledService {
  service: string;
  /** Recorded calls; 0 for one that only settings name. */
  calls: number;
  /** What the build gets, in words. */
  onMiss: string;
  /** The same without settings of its own; null where it has none. */
  byDefault: string | null;
  /** Calls of the last run that no recorded call answered; null where that is unknown. */
  missed: number | null;
}

/** The services that recordings call, the most called one first, and those that settings name. */
export function calledServices(
  mocks: MockSettings,
  { services }: Pick<RecordedCalls, 'services'>,
  misses: LastRunMisses | null,
): CalledService[] {
  const recorded = new Set(services.map(({ service }) => service));
  const named = Object.keys(mocks.targets).filter((service) => !recorded.has(service));
  return [...services, ...named.map((service) => ({ service, calls: 0 }))].map(({ service, calls }) => ({
    service,
    calls,
    onMiss: missText(mocks, service),
    byDefault: ownOf(mocks, service)?.onMiss === undefined ? null : missText({ ...mocks, targets: {} }, service),
    missed: misses?.services ? (misses.services.get(service) ?? 0) : null,
  }));
}

/** Services that have settings of their own for calls without a recorded response. */
export const differingServices = (mocks: MockSettings): string[] =>
  Object.keys(mocks.targets).filter((service) => ownOf(mocks, service)?.onMiss !== undefined);

const ownOf = ({ targets }: MockSettings, service: string) =>
  Object.hasOwn(targets, service) ? targets[service] : undefined;

function missText(mocks: MockSettings, service: string): string {
  const { onMiss, response } = missOf(mocks, service);
  if (onMiss === 'fail') return 'fails';
  if (onMiss === 'passThrough') return 'is made for real';
  const status = isObject(response) ? response.status : undefined;
  return typeof status === 'number' ? `answers ${status}` : 'has a default response';
}
