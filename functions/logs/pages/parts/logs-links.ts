import { applicationPath } from '../../../platform/pages-shell/application-layout.ts';
import { isoText } from '../../../platform/time/iso-text.ts';
import type { LookupWindow } from '../../domain/lookup-windows.ts';
import type { WantedLogs } from '../../domain/wanted-logs.ts';

/** Path of the lookup by a trace id alone. */
export const LOGS = '/console/logs';

/** Path of the logs of an application; of all for null. */
export const logsPath = (appId: string | null): string => (appId === null ? LOGS : `${applicationPath(appId)}/logs`);

/** The address of a search with some parameters changed. */
export function searchLink(path: string, wanted: WantedLogs, changes: Partial<WantedLogs> = {}): string {
  const query = new URLSearchParams(Object.entries({ ...wanted, ...changes }).filter(([, value]) => value !== ''));
  return query.size > 0 ? `${path}?${query}` : path;
}

/** The address of the file with all entries of a trace in a window. */
export const fileLink = (traceId: string, { since, until }: LookupWindow): string =>
  `${LOGS}/file?${new URLSearchParams({ trace_id: traceId, since: isoText(since), until: isoText(until) })}`;
