import type { Difference } from '../../compare/domain/difference.ts';
import { bodyShape, excerptShape } from '../../noise/domain/shape.ts';
import { shownName, shownOperation, shownPath } from '../../noise/domain/shown-name.ts';
import type { RecordedCall, RecordedRequest, RecordedResponse } from '../../recordings/domain/recorded-case.ts';

/** One failed request as stored. */
export interface StoredSample {
  request: RecordedRequest;
  recorded: RecordedResponse | null;
  replayed: RecordedResponse | null;
  differences: readonly Difference[];
  /** Recorded downstream calls. Empty if the case was deleted. */
  calls: readonly RecordedCall[];
}

/** What a prompt shows of one failed request. */
export type MaterialSample = ReturnType<typeof materialSample>;

const MAX_DIFFERENCES = 20;
const MAX_CALLS = 10;
const MAX_QUERY_NAMES = 20;

/** The parts of a failed request that a model may see: names, kinds, statuses, types, shapes and lengths. */
export function materialSample({ request, recorded, replayed, differences, calls }: StoredSample) {
  // Calls that failed during recording come first.
  const shownCalls = calls.toSorted((a, b) => Number(b.error !== null) - Number(a.error !== null)).slice(0, MAX_CALLS);
  return {
    request: { method: shownName(request.method), query: queryNames(request.path), body: bodyShape(request) },
    recorded: answer(recorded),
    replayed: answer(replayed),
    differences: differences.slice(0, MAX_DIFFERENCES).map(({ kind, subject, recorded: before, replayed: after }) => ({
      kind,
      path: shownPath(subject),
      recorded: excerptShape(before),
      replayed: excerptShape(after),
    })),
    calls: shownCalls.map(({ kind, target, operation, error }) => ({
      kind,
      target: shownOperation(target),
      operation: shownOperation(operation),
      failed: error !== null,
    })),
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
