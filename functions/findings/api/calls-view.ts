import * as v from 'valibot';
import { MadeCall } from '../../mocks/domain/made-call.ts';
import { isoText } from '../../platform/time/iso-text.ts';
import { parseKeepingNumbers } from '../../platform/values/json-text.ts';
import { RecordedCall } from '../../recordings/domain/recorded-case.ts';
import type { ResultCalls } from '../../replay/domain/calls/result-calls.ts';
import { CALL_ROW_STATES, type CallRow, callRows } from '../domain/calls/call-rows.ts';

/** Maximum calls that one result shows, and characters of each request and response. @internal */
export const MAX_SHOWN_CALLS = 500;
/** @internal */
export const MAX_PART_LENGTH = 4000;

const json = v.unknown();
const index = v.pipe(v.number(), v.integer());
const truncated = v.optional(v.literal(true));

/** A recorded and a made call as one result shows them (interface 10). */
export const ShownCallRow = v.object({
  state: v.pipe(
    v.picklist(CALL_ROW_STATES),
    v.description(
      'NOT_ASKED: neither an agent nor a proxy would have noticed the call. NOT_COMPARED: a fact of the runtime, or a call that a startup call answered.',
    ),
  ),
  recorded: v.nullable(v.object({ index, ...RecordedCall.entries, request: json, response: json, truncated })),
  made: v.nullable(
    v.object({
      index,
      ...MadeCall.entries,
      request: json,
      response: v.pipe(json, v.description('For a call that was sent to its target; `null` for other calls.')),
      at: v.string(),
      truncated,
    }),
  ),
});

/** The downstream calls of one result as responses show them, at most 500 rows. */
export const callsView = (calls: ResultCalls) => callRows(calls).slice(0, MAX_SHOWN_CALLS).map(rowView);

const rowView = ({ state, recorded, made }: CallRow) => ({
  state,
  recorded: recorded && { ...recorded, ...parts(recorded.request, recorded.response) },
  made: made && { ...made, ...parts(made.request, made.response), at: isoText(made.at) },
});

/** A long part is the beginning of its text. */
function parts(request: string, response: string | null) {
  const isCut = Math.max(request.length, response?.length ?? 0) > MAX_PART_LENGTH;
  const shown = (text: string) =>
    text.length > MAX_PART_LENGTH ? text.slice(0, MAX_PART_LENGTH) : parseKeepingNumbers(text);
  return {
    request: shown(request),
    response: response === null ? null : shown(response),
    ...(isCut && { truncated: true as const }),
  };
}
