import { sumOf } from '../../../platform/values/sum-of.ts';
import type { RunHint } from '../../../replay/domain/hint.ts';
import type { RoundCalls } from '../../../replay/domain/results/round-calls.ts';
import { countedLocations } from './counted-locations.ts';

/**
 * The hints that failing requests had downstream calls without an answer (interface 10): no recorded call answered them
 * although mocking was on, or nothing asked for the recorded ones.
 */
export const callHints = (calls: RoundCalls | undefined): RunHint[] =>
  calls === undefined ? [] : [...hintOf(calls.missed, 'mocks.onMiss'), ...hintOf(calls.unasked, 'mocks.correlation')];

const hintOf = (failing: RoundCalls['missed'], setting: RunHint['setting']): RunHint[] =>
  failing.length === 0
    ? []
    : [
        {
          code: 'CALLS_NOT_ANSWERED',
          ...countedLocations(failing),
          requests: sumOf(failing, ({ requests }) => requests),
          setting,
        },
      ];
