import { describe, expect, test } from 'vitest';
import type { FindingsState } from '../../../functions/findings/domain/findings.ts';
import { type FindingsFacts, findingsState } from '../../../functions/findings/domain/state.ts';

const clean: FindingsFacts = {
  interrupted: false,
  scope: {
    interfacesInScope: 12,
    interfacesReplayed: 12,
    interfacesUnchanged: 9,
    requests: 40,
    requestsWithoutResult: 0,
  },
  failures: [],
  uncompared: { failed: 0, refused: 0 },
  needsActionInterfaces: 0,
  toReviewInterfaces: 0,
  coverage: { uncoveredInterfaces: 0, mainOperationsConfigured: false, uncoveredMainOperations: [] },
};
const scope = (change: Partial<FindingsFacts['scope']>) => ({ scope: { ...clean.scope, ...change } });
const mains = (...missed: string[]) => ({
  coverage: { ...clean.coverage, mainOperationsConfigured: true, uncoveredMainOperations: missed },
});
const failing = (interfaces: number) => ({ failures: [{ kind: '502', interfaces }] });

describe('findings.state (spec 3.2)', () => {
  test.for<[FindingsState, string, Partial<FindingsFacts>]>([
    ['CLEAN', 'nothing found', {}],
    ['NO_CASES', 'no requests, even when interrupted', { ...scope({ requests: 0 }), interrupted: true }],
    ['INTERRUPTED', 'stopped, though every request has a result', { interrupted: true }],
    ['INTERRUPTED', 'a request without a result', scope({ requestsWithoutResult: 1 })],
    ['INTERRUPTED', 'outranks an environment failure', { interrupted: true, ...failing(12) }],
    ['ENVIRONMENT_FAILURE', '7 of 12 endpoints answer 502', failing(7)],
    ['ENVIRONMENT_FAILURE', 'outranks a problem', { ...failing(7), needsActionInterfaces: 7 }],
    ['CLEAN', 'half of the endpoints is not more than half', failing(6)],
    [
      'CLEAN',
      'two kinds of failure are not added up',
      {
        failures: [
          { kind: '502', interfaces: 6 },
          { kind: 'timeout', interfaces: 6 },
        ],
      },
    ],
    ['ENVIRONMENT_FAILURE', '3 of 3 endpoints', { ...scope({ interfacesReplayed: 3 }), ...failing(3) }],
    ['CLEAN', '2 of 3 endpoints is fewer than 3', { ...scope({ interfacesReplayed: 3 }), ...mains(), ...failing(2) }],
    ['NEEDS_ACTION', 'a problem outranks a review', { needsActionInterfaces: 1, toReviewInterfaces: 3 }],
    ['NEEDS_ACTION', 'outranks low coverage', { needsActionInterfaces: 1, ...mains('/pay') }],
    ['REVIEW_ONLY', 'only differences to review', { toReviewInterfaces: 1 }],
    ['REVIEW_ONLY', 'outranks low coverage', { toReviewInterfaces: 1, ...scope({ requests: 1 }) }],
    ['CLEAN', '10 endpoints and 30 requests are enough', scope({ interfacesReplayed: 10, requests: 30 })],
    ['LOW_COVERAGE', '9 endpoints', scope({ interfacesReplayed: 9 })],
    ['LOW_COVERAGE', '29 requests', scope({ requests: 29 })],
    ['LOW_COVERAGE', 'a main endpoint missed', mains('/pay')],
    ['CLEAN', 'one main endpoint, replayed', { ...scope({ interfacesReplayed: 1, requests: 1 }), ...mains() }],
  ])('is %s: %s', ([state, , change]) => {
    expect(findingsState({ ...clean, ...change })).toBe(state);
  });
});
