import type { MadeCall } from '../../../mocks/domain/made-call.ts';
import { maskedCall } from '../../../recordings/domain/masks/masked-payload.ts';
import type { RecordedCall } from '../../../recordings/domain/recorded-case.ts';
import { shownSealedCall } from '../../../recordings/domain/sealed/shown-payload.ts';
import type { ResultCalls } from '../../../replay/domain/calls/result-calls.ts';

/**
 * The downstream calls of a result as readers see them: sealed values as such, and credentials masked where they must
 * be.
 */
export function shownCalls(calls: ResultCalls, isMasked: boolean): ResultCalls {
  const shown = (call: RecordedCall): RecordedCall => shownSealedCall(isMasked ? maskedCall(call) : call);
  return {
    ...calls,
    recorded: calls.recorded.map(shown),
    made: calls.made.map((call) => ({ ...call, ...shownMade(call, shown) })),
  };
}

/** A made call has no response where it was answered from the recording. */
function shownMade(call: MadeCall, shown: (call: RecordedCall) => RecordedCall): MadeCall {
  const { target, operation, request, response, error } = shown({ ...call, response: call.response ?? 'null' });
  return { ...call, target, operation, request, response: call.response === null ? null : response, error };
}
