import type { LogRow } from './log-row.ts';

/**
 * Entries further apart belong to different passes of a trace: a recording and its replays share one trace id.
 * @internal
 */
export const PASS_GAP_MS = 10_000;

/**
 * The entries of one span in a pass; times in epoch ms. A log entry names its span, but neither its start nor its end.
 */
export interface SpanEntries {
  service: string;
  spanId: string;
  /** Of its first and its last entry. */
  from: number;
  to: number;
  /** Ascending. */
  rows: readonly LogRow[];
}

/** One pass of a request: entries without a long pause between them. */
export interface TracePass {
  from: number;
  to: number;
  /** In the order of their first entries. */
  spans: readonly SpanEntries[];
  /** Number of entries that name no span. */
  withoutSpan: number;
  /** Whether an entry names a replay. */
  isReplay: boolean;
}

/** Splits the ascending entries of a trace into passes, and each pass into spans. */
export function tracePasses(rows: readonly LogRow[]): TracePass[] {
  const groups: LogRow[][] = [];
  for (const row of rows) {
    const current = groups.at(-1);
    const last = current?.at(-1);
    if (current && last && row.timestamp - last.timestamp <= PASS_GAP_MS) current.push(row);
    else groups.push([row]);
  }
  return groups.map(passOf);
}

function passOf(rows: readonly LogRow[]): TracePass {
  const spans = new Map<string, LogRow[]>();
  for (const row of rows) {
    if (row.span_id === undefined) continue;
    const key = `${row.span_id} ${row.service_name}`;
    const present = spans.get(key);
    if (present) present.push(row);
    else spans.set(key, [row]);
  }
  const times = rows.map(({ timestamp }) => timestamp);
  return {
    from: times.at(0) ?? 0,
    to: times.at(-1) ?? 0,
    spans: [...spans.values()].flatMap((own) => {
      const [first, last] = [own.at(0), own.at(-1)];
      if (first?.span_id === undefined || last === undefined) return [];
      const { service_name: service, span_id: spanId, timestamp: from } = first;
      return [{ service, spanId, from, to: last.timestamp, rows: own }];
    }),
    withoutSpan: rows.filter(({ span_id }) => span_id === undefined).length,
    isReplay: rows.some(({ replay_id, plan_id }) => replay_id !== undefined || plan_id !== undefined),
  };
}
