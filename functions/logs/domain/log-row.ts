import * as v from 'valibot';
import { isoText } from '../../platform/time/iso-text.ts';
import { SEVERITIES } from './severity.ts';

/** The author of a row: the agent, the application under test, or this service (spec 2.8). */
export const LOG_SOURCES = ['agent', 'app', 'backend'] as const;

/** A log row that belongs to a trace (spec 2.8); its timestamp is in epoch ms. Members are named as in responses. */
export const LogRow = v.object({
  timestamp: v.number(),
  severity: v.picklist(SEVERITIES),
  body: v.string(),
  service_name: v.string(),
  source: v.picklist(LOG_SOURCES),
  trace_id: v.string(),
  span_id: v.optional(v.string()),
  replay_id: v.optional(v.string()),
  plan_id: v.optional(v.string()),
  plan_item_id: v.optional(v.string()),
});
export type LogRow = v.InferOutput<typeof LogRow>;

/** A row as an answer shows it: ISO-8601 UTC with milliseconds (interface 2.8). */
export const shownRow = (row: LogRow) => ({ ...row, timestamp: isoText(row.timestamp) });
