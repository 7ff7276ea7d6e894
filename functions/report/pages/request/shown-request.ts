import * as v from 'valibot';
import { type CallRow, callRows, NOT_ASKED } from '../../../findings/domain/calls/call-rows.ts';
import { shownCalls } from '../../../findings/domain/calls/shown-calls.ts';
import { job } from '../../../platform/values/job.ts';
import { textOfStored } from '../../../platform/values/stored-json.ts';
import { CasePayload, type RecordedRequest } from '../../../recordings/domain/recorded-case.ts';
import type { ResultCalls } from '../../../replay/domain/calls/result-calls.ts';
import { pageBudget } from './page-budget.ts';

/** Maximum characters shown of a request body, and of each part of a call. */
const MAX_BODY_LENGTH = 20_000;
const MAX_PART_LENGTH = 2000;
/** Maximum bytes of the parts of all calls on the page, and of the headers and the body of the request. */
const MAX_CALL_BYTES = 60_000;
const MAX_REQUEST_BYTES = 25_000;
/** Maximum calls shown. */
export const MAX_CALLS = 50;

/** The beginning of a text. */
export interface ShownText {
  text: string;
  /** Characters of the whole. */
  length: number;
}

/** A request with the beginning of its body, or the number of its bytes if they are not text. */
export type ShownRequest = Pick<RecordedRequest, 'method' | 'path' | 'headers'> & { body: ShownText | number | null };

/** A recorded or a made call with the beginnings of its parts. */
type ShownCall<Call> = Omit<Call, 'request' | 'response'> & {
  request: ShownText;
  response: ShownText | null;
};

/** A row of the downstream calls of a request. */
export interface ShownCallRow {
  state: CallRow['state'];
  recorded: ShownCall<NonNullable<CallRow['recorded']>> | null;
  made: ShownCall<NonNullable<CallRow['made']>> | null;
}

/** The first calls of a request, and how many there are of each state. */
export interface ShownCalls {
  count: number;
  states: Partial<Record<CallRow['state'], number>>;
  shown: ShownCallRow[];
}

/** The parts of a request that a page shows. */
export function shownRequest({ method, path, headers, body, bodyEncoding }: RecordedRequest): ShownRequest {
  const shown = { method, path, headers };
  if (body === null || body === '') return { ...shown, body: null };
  if (bodyEncoding === 'base64') return { ...shown, body: Buffer.byteLength(body, 'base64') };
  return { ...shown, body: beginning(body, MAX_BODY_LENGTH, pageBudget(MAX_REQUEST_BYTES)) };
}

/** The downstream calls of a result that a page shows. */
export function shownCallRows(calls: ResultCalls, isMasked: boolean): ShownCalls {
  const rows = callRows(calls);
  const budget = pageBudget(MAX_CALL_BYTES);
  const states = Object.groupBy(rows, ({ state }) => state);
  const first = rows.slice(0, MAX_CALLS);
  const indexes = (side: 'recorded' | 'made') => new Set(first.flatMap((row) => row[side]?.index ?? []));
  const [recorded, made] = [indexes('recorded'), indexes('made')];
  // Only what is shown is masked.
  const shown = shownCalls(
    {
      ...calls,
      recorded: calls.recorded.filter((_, index) => recorded.has(index)),
      made: calls.made.filter((_, index) => made.has(index)),
    },
    isMasked,
  );
  const [recordedOf, madeOf] = [byIndex(recorded, shown.recorded), byIndex(made, shown.made)];
  return {
    count: rows.length,
    states: Object.fromEntries(Object.entries(states).map(([state, those]) => [state, those.length])),
    shown: first.map((row) => ({
      state: row.state,
      recorded: row.recorded && parts({ ...row.recorded, ...recordedOf.get(row.recorded.index) }, budget),
      made: row.made && parts({ ...row.made, ...madeOf.get(row.made.index) }, budget),
    })),
  };
}

/** Elements by their positions before others were left out. */
const byIndex = <One>(indexes: ReadonlySet<number>, all: readonly One[]): ReadonlyMap<number, One> =>
  new Map([...indexes].sort((a, b) => a - b).flatMap((index, at) => all.slice(at, at + 1).map((one) => [index, one])));

const parts = <Call extends { request: string; response: string | null }>(
  { request, response, ...call }: Call,
  budget: Budget,
): ShownCall<Call> => ({
  ...call,
  request: beginning(request, MAX_PART_LENGTH, budget),
  response: response === null ? null : beginning(response, MAX_PART_LENGTH, budget),
});

type Budget = ReturnType<typeof pageBudget>;

/** Reads the downstream calls of a stored case that a page shows; null if its bytes have expired. */
export const shownCallsJob = job(
  'report.calls',
  ({ stored, isMasked }: { stored: Uint8Array | undefined; isMasked: boolean }): ShownCalls | null => {
    if (stored === undefined) return null;
    const text = textOfStored(stored);
    // Most recordings have none, and bodies of megabytes take long to parse.
    if (text.endsWith(NO_CALLS)) return { count: 0, states: {}, shown: [] };
    const { calls: recorded } = v.parse(CasePayload, JSON.parse(text));
    return shownCallRows({ ...NOT_ASKED, recorded }, isMasked);
  },
);

/** The end of a stored case without calls; inside a string, its quotes would be escaped. */
const NO_CALLS = ',"calls":[]}';

const beginning = (text: string, max: number, budget: Budget): ShownText => ({
  text: budget(text, max),
  length: text.length,
});
