import { isoTime } from '../../platform/time/iso-time.ts';
import { LOG_SOURCES, type LogRow } from './log-row.ts';
import { type LookupWindow, windowsOf } from './lookup-windows.ts';
import { isTraceId } from './rows-of-export.ts';
import { searchPrefixes } from './search-prefixes.ts';
import { SEVERITIES } from './severity.ts';

/** Maximum characters of a searched text. */
export const MAX_SEARCH_LENGTH = 200;
/** How far a search around a run extends before its first and after its last request. */
const RUN_REACH_MS = 2 * 60_000;

const HOUR_MS = 3_600_000;
/** The windows that a search offers; `request` and `run` need the time of one. */
const WINDOWS = ['1h', '24h', 'all', 'request', 'run'] as const;
/** A window of a search; `exact` has times of its own. */
export type WindowKind = (typeof WINDOWS)[number] | 'exact';

const NAMES = ['q', 'trace_id', 'level', 'source', 'window', 'run', 'recorded', 'replayed', 'since', 'until'] as const;

/** A search by the names of its parameters; each is empty if it is not set. */
export type WantedLogs = Readonly<Record<(typeof NAMES)[number], string>>;

/**
 * Reads a search. The prefixes of the search box name a trace or a run, and a trace id without one is the trace; values
 * that no control could have sent are not set.
 */
export function wantedLogs(query: URLSearchParams): WantedLogs {
  const given = (name: (typeof NAMES)[number]) => (query.get(name) ?? '').trim();
  const oneOf = (name: 'level' | 'source' | 'window', known: readonly string[]) =>
    known.includes(given(name)) ? given(name) : '';
  const { q, trace, run } = searchPrefixes(given('q'));
  const wanted: WantedLogs = {
    q,
    trace_id: given('trace_id').toLowerCase(),
    level: oneOf('level', SEVERITIES),
    source: oneOf('source', LOG_SOURCES),
    window: oneOf('window', WINDOWS),
    run: run ?? given('run'),
    recorded: given('recorded'),
    replayed: given('replayed'),
    since: given('since'),
    until: given('until'),
  };
  const typed = (trace ?? wanted.q).toLowerCase();
  if (trace === undefined && !isTraceId(typed)) return wanted;
  // The times of a request are those of its own trace.
  const times = typed === wanted.trace_id ? {} : { recorded: '', replayed: '' };
  return { ...wanted, ...times, q: trace === undefined ? '' : q, trace_id: typed };
}

/** The window that a search means: exact times, the chosen one, or that of the request or run it came from. */
export function windowKind({ since, until, window, recorded, replayed, run, trace_id }: WantedLogs): WindowKind {
  const hasRequest = recorded !== '' || replayed !== '';
  if (since !== '' || until !== '') return 'exact';
  const chosen = WINDOWS.find((one) => one === window);
  if (chosen !== undefined && (chosen !== 'request' || hasRequest) && (chosen !== 'run' || run !== '')) return chosen;
  if (hasRequest) return 'request';
  if (run !== '') return 'run';
  return trace_id === '' ? '24h' : 'all';
}

/** What the times of a search are relative to, in epoch ms. */
export interface SearchTimes {
  now: number;
  /** Before it nothing is kept. */
  oldest: number;
  /** Of the named run; `to` is null while it runs. */
  run: { from: number; to: number | null } | null;
}

/** The windows of a search, ascending; or its errors by parameter. */
export function windowsOfSearch(
  wanted: WantedLogs,
  { now, oldest, run }: SearchTimes,
): { windows: LookupWindow[] } | { errors: Readonly<Record<string, string>> } {
  const times = {
    since: timeOf(wanted.since, oldest),
    until: timeOf(wanted.until, now + 1),
    recorded: timeOf(wanted.recorded, null),
    replayed: timeOf(wanted.replayed, null),
  };
  const errors = Object.entries(times).flatMap(([name, time]) =>
    time === undefined ? [[name, 'Enter an ISO-8601 time with its zone, such as 2026-11-20T12:00:00Z.']] : [],
  );
  if (errors.length > 0) return { errors: Object.fromEntries(errors) };
  // Without errors, each is a time or null.
  const { since, until, recorded, replayed } = times as Record<keyof typeof times, number | null>;
  const kind = windowKind(wanted);
  const last = (ms: number) => ({ windows: [{ since: now - ms, until: now + 1 }] });
  if (kind === '1h') return last(HOUR_MS);
  if (kind === '24h') return last(24 * HOUR_MS);
  if (kind === 'request') return { windows: windowsOf(recorded, replayed) };
  if (kind === 'run' && run !== null)
    return { windows: [{ since: run.from - RUN_REACH_MS, until: (run.to ?? now) + RUN_REACH_MS }] };
  if (kind !== 'exact') return { windows: [{ since: oldest, until: now + 1 }] };
  if ((since ?? 0) >= (until ?? 0)) return { errors: { since: 'The start must be before the end.' } };
  return { windows: [{ since: since ?? 0, until: until ?? 0 }] };
}

/** Undefined for a text that is not a time. */
const timeOf = <Default>(text: string, unset: Default): number | Default | undefined =>
  text === '' ? unset : (isoTime(text) ?? undefined);

/** Whether an entry has the wanted text, source, and at least the wanted level. */
export function matchesSearch({
  q,
  level,
  source,
}: Pick<WantedLogs, 'q' | 'level' | 'source'>): (row: LogRow) => boolean {
  const text = q.toLowerCase();
  const levels: readonly string[] = SEVERITIES;
  const from = levels.indexOf(level);
  return (row) =>
    SEVERITIES.indexOf(row.severity) >= from &&
    (source === '' || row.source === source) &&
    (text === '' || row.body.toLowerCase().includes(text) || row.service_name.toLowerCase().includes(text));
}
