import { isCompared } from '../../../compare/domain/calls/compare-calls.ts';
import type { RecordedCall } from '../../../recordings/domain/recorded-case.ts';
import { askedTargets, isStartup } from '../../../replay/domain/calls/calls-state.ts';
import type { ResultCalls } from '../../../replay/domain/calls/result-calls.ts';
import { jsonAsRecorded } from '../../../replay/domain/values/recorded-again/as-recorded.ts';
import type { RecordedValues } from '../../../replay/domain/values/recorded-again/recorded-values.ts';

type MadeCall = ResultCalls['made'][number];

/**
 * The downstream calls that become the recorded ones: those that the build made, in their order, with the responses
 * that answered them. Calls to targets that were not noticed stay as they were recorded. Null if a made call has no
 * response that a later replay could answer it with.
 */
export function acceptedCalls(
  before: readonly RecordedCall[],
  calls: ResultCalls | undefined,
  path: string,
  values: RecordedValues,
): { value: RecordedCall[]; replaced: number } | null {
  if (calls === undefined || calls.state === 'not asked') return { value: [...before], replaced: 0 };
  const isAsked = askedTargets({ ...calls, calls: calls.made }, calls.recorded);
  const kept = before.filter((call) => !isCompared(call) || !isAsked(call.target));
  const made: RecordedCall[] = [];
  let replaced = 0;
  const asRecorded = (json: string): string => {
    const rewritten = jsonAsRecorded(json, path, values);
    replaced += rewritten.replaced;
    return rewritten.value;
  };
  for (const call of calls.made) {
    if (!isCompared(call) || isStartup(call)) continue;
    const accepted = acceptedCall(call, before, asRecorded);
    if (accepted === null) return null;
    made.push(accepted);
  }
  return { value: [...made, ...kept], replaced };
}

/** A call that equals the recorded one stays it, with its ids and times. */
function acceptedCall(
  call: MadeCall,
  before: readonly RecordedCall[],
  asRecorded: (json: string) => string,
): RecordedCall | null {
  const recorded = call.recorded === null ? undefined : before[call.recorded];
  const isReal = call.response !== null || call.error !== null;
  if (!recorded) return isReal ? madeCall(call, asRecorded) : null;
  const { operation, request } = call.differs
    ? { operation: call.operation, request: asRecorded(call.request) }
    : recorded;
  if (!isReal) return { ...recorded, operation, request };
  return { ...madeCall(call, asRecorded), kind: recorded.kind, target: recorded.target, operation, request };
}

const madeCall = (
  { kind, target, operation, request, response, error, durationMs }: MadeCall,
  asRecorded: (json: string) => string,
): RecordedCall => ({
  kind,
  target,
  operation,
  request: asRecorded(request),
  response: response === null ? 'null' : asRecorded(response),
  error,
  durationMs,
});
