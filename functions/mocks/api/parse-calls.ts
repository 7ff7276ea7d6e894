import * as v from 'valibot';
import { accept, type Result, refuse } from '../../platform/result.ts';
import type { RecordedCall } from '../../recordings/domain/recorded-case.ts';
import { callOf, MAX_REPORTED, ReportedCall } from '../domain/call.ts';
import { unusable } from './question.ts';

/** The calls in a body, and why others are refused. */
export interface ParsedCalls {
  /** With their positions. */
  calls: { index: number; call: RecordedCall }[];
  rejected: { index: number; reason: string }[];
}

/** Parses the list `calls` of a report; one bad call never spoils the others. */
export function parseCalls(list: unknown): Result<ParsedCalls, 'INVALID_CALL'> {
  if (!Array.isArray(list) || list.length > MAX_REPORTED)
    return refuse('INVALID_CALL', `calls is missing or has more than ${MAX_REPORTED} calls`);
  const read: ParsedCalls = { calls: [], rejected: [] };
  for (const [index, item] of list.entries()) {
    const parsed = v.safeParse(ReportedCall, item);
    if (!parsed.success) {
      read.rejected.push({ index, reason: unusable(parsed.issues[0]) });
      continue;
    }
    const { response, error, durationMs } = parsed.output;
    // The value is in clear, and is not to be stored.
    const { value: _, ...call } = callOf(parsed.output);
    read.calls.push({ index, call: { ...call, response: JSON.stringify(response), error, durationMs } });
  }
  return accept(read);
}
