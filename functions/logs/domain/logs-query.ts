import { accept, type Result, refuse } from '../../platform/result.ts';
import { isoDate } from '../../platform/time/iso-text.ts';

const PARAMETERS = ['trace_id', 'since', 'until'] as const;
type Parameter = (typeof PARAMETERS)[number];

/** An instant in UTC. */
const INSTANT = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d(?::\d\d(?:\.(\d{1,9}))?)?)(?:Z|[+-]00:00)$/;

/**
 * A lookup (spec 4.9): rows of a trace with since <= timestamp < until, in epoch ms. Digits below the millisecond are
 * truncated, like those of rows, so that consecutive windows return every row once; a window inside one millisecond is
 * empty.
 */
export interface LogLookup {
  /** Lower case, as in rows. */
  traceId: string;
  since: number;
  until: number;
  /** The parameters as sent, for the response. */
  query: { value: string; since: string; until: string };
}

/**
 * Parses the query of a lookup; checks in the order of interface 2.8: unsupported parameters (including repeated ones),
 * each required one, their form, their order. The error message is the text of the response.
 */
export function parseLogsQuery(parameters: Iterable<readonly [string, string]>): Result<LogLookup, 'INVALID_QUERY'> {
  const given: Partial<Record<Parameter, string>> = {};
  for (const [name, value] of parameters) {
    if (!isParameter(name) || given[name] !== undefined)
      return refuse('INVALID_QUERY', `unsupported logs query parameter: ${name}`);
    given[name] = value.trim();
  }
  for (const name of PARAMETERS) if (!given[name]) return refuse('INVALID_QUERY', `${name} is required`);
  const { trace_id: value = '', since = '', until = '' } = given;
  const from = instantOf(since);
  const to = instantOf(until);
  if (from === null || to === null) return refuse('INVALID_QUERY', 'since and until must be ISO-8601 UTC timestamps');
  if (!isBefore(from, to)) return refuse('INVALID_QUERY', 'since must be before until');
  return accept({ traceId: value.toLowerCase(), since: from.ms, until: to.ms, query: { value, since, until } });
}

const isParameter = (name: string): name is Parameter => PARAMETERS.some((parameter) => parameter === name);

interface Instant {
  /** Epoch ms. */
  ms: number;
  /** Nanoseconds of the second, which order instants within one millisecond. */
  nanos: number;
}

/** Null if it is not such an instant, for example February 30th. */
function instantOf(text: string): Instant | null {
  const [, date, time, fraction = ''] = INSTANT.exec(text) ?? [];
  const ms = date === undefined ? Number.NaN : Date.parse(`${date}T${time}Z`);
  if (Number.isNaN(ms) || isoDate(ms) !== date) return null;
  return { ms, nanos: Number(fraction.padEnd(9, '0')) };
}

/** Compares every digit that was sent. */
const isBefore = (a: Instant, b: Instant) => a.ms < b.ms || (a.ms === b.ms && a.nanos < b.nanos);
