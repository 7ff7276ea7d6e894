import type { LogRow } from './log-row.ts';
import { isSpanId, isTraceId } from './rows-of-export.ts';
import type { Severity } from './severity.ts';

/** The service.name of rows from the service's own lines. */
const SERVICE = 'replay-regression';

/** Facts that have a dedicated member in a row. */
const MEMBERS = ['span_id', 'replay_id', 'plan_id', 'plan_item_id'] as const;

/** Returns the row of one of our own log lines (interface 2.8); null if the line belongs to no trace. */
export function ownLogRow(
  severity: Severity,
  message: string,
  facts: Readonly<Record<string, unknown>>,
  now: number,
): LogRow | null {
  const { trace_id: traceId, span_id, replay_id, plan_id, plan_item_id, ...rest } = facts;
  if (typeof traceId !== 'string' || !isTraceId(traceId)) return null;
  const ids = { span_id, replay_id, plan_id, plan_item_id };
  return {
    timestamp: now,
    severity,
    body: Object.keys(rest).length === 0 ? message : `${message} ${JSON.stringify(rest)}`,
    service_name: SERVICE,
    source: 'backend',
    trace_id: traceId,
    ...Object.fromEntries(
      MEMBERS.flatMap((member) => {
        const id = ids[member];
        return typeof id === 'string' && (member !== 'span_id' || isSpanId(id)) ? [[member, id]] : [];
      }),
    ),
  };
}
