import type { Difference } from '../../compare/domain/difference.ts';
import type { CallRow } from '../../findings/domain/calls/call-rows.ts';
import { bodyShape, excerptShape } from '../../noise/domain/shape.ts';
import { shownName, shownOperation, shownPath } from '../../noise/domain/shown-name.ts';
import { shownSealed } from '../../platform/values/sealed-text.ts';
import type { RecordedRequest, RecordedResponse } from '../../recordings/domain/recorded-case.ts';

/** One failed request as stored. */
export interface StoredSample {
  request: RecordedRequest;
  recorded: RecordedResponse | null;
  replayed: RecordedResponse | null;
  differences: readonly Difference[];
  /** Downstream calls. Empty if none are known. */
  calls: readonly CallRow[];
}

/** What a prompt shows of one failed request. */
export type MaterialSample = ReturnType<typeof materialSample>;

const MAX_DIFFERENCES = 20;
const MAX_CALLS = 10;
const MAX_QUERY_NAMES = 20;

/** The parts of a failed request that a model may see: names, kinds, statuses, types, shapes and lengths. */
export function materialSample({ request, recorded, replayed, differences, calls }: StoredSample) {
  const shownCalls = calls.toSorted((a, b) => rankOf(a) - rankOf(b)).slice(0, MAX_CALLS);
  return {
    request: { method: shownName(request.method), query: queryNames(request.path), body: bodyShape(request) },
    recorded: answer(recorded),
    replayed: answer(replayed),
    differences: differences.slice(0, MAX_DIFFERENCES).map((difference) => ({
      kind: difference.kind,
      ...locationOf(difference),
      recorded: excerptShape(difference.recorded),
      replayed: excerptShape(difference.replayed),
    })),
    calls: shownCalls.flatMap((row) => callOf(row) ?? []),
  };
}

/** Of a downstream call, the call and the path in its request. */
function locationOf({ subject, call }: Difference) {
  if (call === undefined) return { path: shownPath(subject) };
  return {
    call: shownOperation(shownSealed(`${call.target} ${call.operation}`)),
    path: call.field === null ? '$' : shownPath(call.field),
  };
}

/** Calls that differ come first, then those that failed during recording. */
const rankOf = ({ state, recorded }: CallRow): number =>
  DIFFERENT.has(state) ? 0 : recorded !== null && recorded.error !== null ? 1 : 2;

const DIFFERENT: ReadonlySet<CallRow['state']> = new Set(['DIFFERS', 'NOT_MADE', 'NOT_RECORDED']);

function callOf({ state, recorded, made }: CallRow) {
  const call = recorded ?? made;
  if (call === null) return null;
  return {
    kind: call.kind,
    target: shownOperation(shownSealed(call.target)),
    operation: shownOperation(shownSealed(call.operation)),
    failed: recorded !== null && recorded.error !== null,
    inReplay: state,
    answeredBy: made?.answeredBy ?? null,
  };
}

function answer(response: RecordedResponse | null) {
  if (response === null) return 'none';
  const type = response.headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '';
  return {
    status: response.status,
    type: /^[\w.+-]{1,40}\/[\w.+-]{1,60}/.exec(type)?.[0] ?? '',
    body: bodyShape(response),
  };
}

function queryNames(path: string): string[] {
  const at = path.indexOf('?');
  const names = at === -1 ? [] : new URLSearchParams(path.slice(at + 1)).keys();
  return [...new Set([...names].map(shownName))].slice(0, MAX_QUERY_NAMES);
}
