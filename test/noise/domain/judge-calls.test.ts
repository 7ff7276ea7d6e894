import { describe, expect, test } from 'vitest';
import { parseCompareRule } from '../../../functions/compare/domain/rules/rules.ts';
import type { MadeCall } from '../../../functions/mocks/domain/made-call.ts';
import { judgeCalls } from '../../../functions/noise/domain/judge-calls.ts';
import { mergeNoiseFacts } from '../../../functions/noise/domain/noise-facts.ts';
import { shouldJudge } from '../../../functions/noise/domain/should-judge.ts';
import { suggestionsOf } from '../../../functions/noise/domain/suggestions.ts';
import { compareNoticed } from '../../../functions/replay/domain/calls/compare-noticed.ts';
import { clusterDifferences } from '../../../functions/replay/domain/results/case-outcome.ts';
import { clustersOf } from '../../../functions/replay/domain/results/clusters.ts';
import { rulesOf } from '../../compare/domain/compare-two.ts';
import { madeCall, noticed, recordedCall, resultCallsOf } from '../../support/downstream-calls.ts';

const request = { method: 'GET', path: '/o', headers: [], body: null, bodyEncoding: 'utf8' as const };

/** The facts of one request whose only call has these arguments when recorded, replayed, and replayed again. */
function judged(recordedArgs: unknown[], firstArgs: unknown[], againArgs: unknown[] | null) {
  const json = (args: unknown[]) => JSON.stringify({ command: 'GET', args });
  const recorded = [recordedCall('', { request: json(recordedArgs) })];
  const made = (args: unknown[]): MadeCall => madeCall('', 0, { request: json(args), strategy: 'sequence' });
  const compared = {
    recorded,
    noticed: noticed([made(firstArgs)]),
    request,
    sent: request,
    recordedAt: 1,
    replayedAt: 2,
    maps: [],
  };
  const { differences } = compareNoticed(compared, rulesOf());
  const facts = judgeCalls(
    {
      operation: '/o',
      differences,
      first: resultCallsOf(recorded, [made(firstArgs)]),
      again: againArgs && noticed([made(againArgs)]),
      differs: 'DIFFERS_BETWEEN_REPLAYS',
    },
    rulesOf(),
  );
  const outcome = {
    operation: '/o',
    hasResult: true,
    failure: null,
    truncated: false,
    differences: clusterDifferences(differences),
  };
  const clusters = clustersOf([{ ...outcome, planItemId: 'p:0' }]);
  return {
    outcome,
    facts,
    suggested: suggestionsOf({ planId: 'p', round: 1 }, mergeNoiseFacts([{ ...facts, unjudged: [] }]), clusters),
  };
}

describe('noise in the requests of downstream calls (interface 3.1 a)', () => {
  test('is suggested for a parameter that differs between two replays, as a field of its downstream', () => {
    const { suggested } = judged(['k', 'lease 1'], ['k', 'lease 2'], ['k', 'lease 3']);
    expect(suggested).toMatchObject([
      {
        operation: '/o',
        path: 'redis GET args[1]',
        call: { target: 'redis', field: 'args[1]' },
        reason: 'DIFFERS_BETWEEN_REPLAYS',
        evidence: { requests: 1, sentAgain: 1 },
      },
    ]);
  });

  test.for<[string, unknown[], unknown[], unknown[] | null]>([
    ['it is the same in both replays', ['k', 'a'], ['k', 'b'], ['k', 'b']],
    ['the request was not sent again', ['k', 'a'], ['k', 'b'], null],
    ['the parameter is new', ['k'], ['k', 'b'], ['k', 'c']],
  ])('is not suggested if %s', ([, recorded, first, again]) => {
    expect(judged(recorded, first, again).suggested).toEqual([]);
  });

  test('is judged for a request that differs in such a parameter only', () => {
    const currentRules = { ruleFor: () => null, has: () => false, isSuggested: () => false };
    expect(shouldJudge(judged(['a'], ['b'], null).outcome, currentRules, {})).toBe(true);
    expect(shouldJudge(judged(['a'], ['a'], null).outcome, currentRules, {})).toBe(false);
  });

  test('is suggested with a valid rule', () => {
    const [{ id, call } = { id: '', call: undefined }] = judged(['k', 1], ['k', 2], ['k', 3]).suggested;
    const rule = {
      ruleId: id,
      kind: 'ignore',
      operation: '/o',
      target: call?.target,
      path: `$.${call?.field}`,
      origin: 'noise-reduction',
      createdBy: 'a',
      createdAt: 1,
    };
    expect(parseCompareRule(rule).ok).toBe(true);
  });
});
