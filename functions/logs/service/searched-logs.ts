import type { RecordingStore } from '../../recordings/store/recordings.ts';
import type { LoggedRuns, LoggedTrace, LogServices } from '../composition.ts';
import type { LogRow } from '../domain/log-row.ts';
import type { LookupWindow } from '../domain/lookup-windows.ts';

/** Maximum entries that a search of one trace returns, the oldest first. @internal */
export const MAX_TRACE_ROWS = 500;
/** Maximum entries that a search of an application returns, the newest first. */
const MAX_LISTED_ROWS = 200;
/** Maximum requests whose logs a search of an application reads; of recordings and of runs half each. */
const MAX_SEARCHED_REQUESTS = 200;
/** Maximum entries that a search of an application reads of one request. */
const MAX_ROWS_OF_REQUEST = 500;
/** Number of the newest runs that a search of an application looks at. */
const MAX_RUNS = 5;
/** Requests read concurrently. */
const CONCURRENCY = 5;

type Matches = (row: LogRow) => boolean;

export interface FoundRows {
  rows: LogRow[];
  warnings: readonly string[];
  /** Whether there are more that match. */
  isCut: boolean;
}

/** The entries of one trace within ascending windows, oldest first. */
export async function rowsOfTrace(
  { logRows }: Pick<LogServices, 'logRows'>,
  traceId: string,
  windows: readonly LookupWindow[],
  matches: Matches,
): Promise<FoundRows> {
  const rows: LogRow[] = [];
  const warnings = new Set<string>();
  let isCut = false;
  for (const { since, until } of windows) {
    const found = logRows.rowsOf(traceId, since, until);
    for await (const row of found) {
      if (!matches(row)) continue;
      isCut = rows.length >= MAX_TRACE_ROWS;
      if (isCut) break;
      rows.push(row);
    }
    for (const warning of found.warnings) warnings.add(warning);
    if (isCut) break;
  }
  return { rows, warnings: [...warnings], isCut };
}

export interface FoundInApplication extends FoundRows {
  /** What the traces of the entries were requests of. */
  requests: ReadonlyMap<string, LoggedTrace>;
  /** Whether the logs of every request of the window were read. */
  isAll: boolean;
}

export interface ApplicationSearch {
  appId: string;
  windows: readonly LookupWindow[];
  /** Only the requests of this run; failing ones come first. */
  planId: string | null;
  matches: Matches;
}

/**
 * The entries of an application, newest first. An entry names a trace and no application, so that the traces are those
 * of its recordings and of its runs in the window.
 */
export async function rowsOfApplication(
  services: Pick<LogServices, 'logRows' | 'recordings' | 'loggedRuns'>,
  search: ApplicationSearch,
): Promise<FoundInApplication> {
  const { requests, isAll } = await requestsOf(services, search);
  const traceIds = [...requests.keys()];
  const warnings = new Set<string>();
  let rows: LogRow[] = [];
  let isCut = false;
  for (let at = 0; at < traceIds.length; at += CONCURRENCY) {
    const found = await Promise.all(
      traceIds.slice(at, at + CONCURRENCY).map((traceId) => newestOfRequest(services, traceId, search)),
    );
    for (const one of found) for (const warning of one.warnings) warnings.add(warning);
    const all = [...rows, ...found.flatMap((one) => one.rows)].sort((a, b) => b.timestamp - a.timestamp);
    isCut ||= all.length > MAX_LISTED_ROWS || found.some((one) => one.isCut);
    rows = all.slice(0, MAX_LISTED_ROWS);
  }
  return { rows, warnings: [...warnings], isCut, requests, isAll };
}

async function newestOfRequest(
  { logRows }: Pick<LogServices, 'logRows'>,
  traceId: string,
  { windows, matches }: ApplicationSearch,
): Promise<FoundRows> {
  const rows: LogRow[] = [];
  const warnings = new Set<string>();
  let read = 0;
  for (const { since, until } of windows) {
    const found = logRows.rowsOf(traceId, since, until);
    for await (const row of found) {
      if (read++ >= MAX_ROWS_OF_REQUEST) return { rows, warnings: [...warnings], isCut: true };
      if (matches(row)) rows.push(row);
    }
    for (const warning of found.warnings) warnings.add(warning);
  }
  return { rows, warnings: [...warnings], isCut: false };
}

interface Requests {
  requests: Map<string, LoggedTrace>;
  isAll: boolean;
}

async function requestsOf(
  { recordings, loggedRuns }: Pick<LogServices, 'recordings' | 'loggedRuns'>,
  { appId, windows, planId }: ApplicationSearch,
): Promise<Requests> {
  if (planId !== null) return requestsOfRuns(loggedRuns, [planId], MAX_SEARCHED_REQUESTS);
  const [from, to] = [windows.at(0)?.since ?? 0, windows.at(-1)?.until ?? 0];
  const runs = (await loggedRuns.latest(appId, MAX_RUNS)).filter(
    (run) => run.from < to && (run.to === null || run.to >= from),
  );
  const half = MAX_SEARCHED_REQUESTS / 2;
  const [recorded, replayed] = await Promise.all([
    requestsOfRecordings(recordings, { appId, from: Math.max(0, from), to }, half),
    requestsOfRuns(
      loggedRuns,
      runs.map((run) => run.planId),
      half,
    ),
  ]);
  return {
    requests: new Map([...recorded.requests, ...replayed.requests]),
    isAll: recorded.isAll && replayed.isAll && runs.length < MAX_RUNS,
  };
}

async function requestsOfRecordings(
  recordings: Pick<RecordingStore, 'walk'>,
  range: { appId: string; from: number; to: number },
  most: number,
): Promise<Requests> {
  const requests: Requests['requests'] = new Map();
  for await (const { traceId, operation, method } of (await recordings.walk(range, most)) ?? []) {
    if (requests.size >= most) return { requests, isAll: false };
    // A damaged recording has no trace id.
    if (traceId !== '') requests.set(traceId, { traceId, operation, method });
  }
  return { requests, isAll: true };
}

async function requestsOfRuns(runs: LoggedRuns, planIds: readonly string[], most: number): Promise<Requests> {
  const requests: Requests['requests'] = new Map();
  let isAll = true;
  for (const planId of planIds) {
    const found = await runs.tracesOf(planId, most - requests.size);
    for (const trace of found.traces) requests.set(trace.traceId, trace);
    isAll &&= found.isAll;
  }
  return { requests, isAll };
}
