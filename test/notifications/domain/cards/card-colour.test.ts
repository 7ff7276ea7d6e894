import { describe, expect, test } from 'vitest';
import { cardColour } from '../../../../functions/notifications/domain/cards/card-colour.ts';
import type { NotificationFacts } from '../../../../functions/notifications/domain/notification-facts.ts';
import { sampleFacts } from '../../../../functions/notifications/domain/sample-facts.ts';

const { findings, analysis: done, result } = sampleFacts({ publicUrl: 'http://replay.internal', now: 1e12 });
if (findings === null || done === null) throw new Error('the sample has every section');
const noCode = { codeChangeCases: 0, codeChanges: [] };
type State = NonNullable<NotificationFacts['findings']>['state'];

describe('the colour of a card (spec 6.3)', () => {
  test.for<[string, State, string, NotificationFacts['analysis']]>([
    ['red', 'NEEDS_ACTION', 'no analysis', null],
    ['red', 'NEEDS_ACTION', 'done, caused by code', done],
    ['red', 'NEEDS_ACTION', 'done, a case caused by code that no change names', { ...done, codeChanges: [] }],
    ['red', 'NEEDS_ACTION', 'done, a code change that no case names', { ...done, codeChangeCases: 0 }],
    ['orange', 'NEEDS_ACTION', 'done, not caused by code', { ...done, ...noCode }],
    ['red', 'NEEDS_ACTION', 'running, not caused by code so far', { ...done, ...noCode, state: 'RUNNING' }],
    ['red', 'NEEDS_ACTION', 'partial, not caused by code so far', { ...done, ...noCode, state: 'PARTIAL' }],
    ['red', 'NEEDS_ACTION', 'skipped', { ...done, ...noCode, state: 'SKIPPED' }],
    ['orange', 'REVIEW_ONLY', 'no analysis', null],
    ['orange', 'REVIEW_ONLY', 'done, caused by code', done],
    ['green', 'CLEAN', 'no analysis', null],
    ['green', 'CLEAN', 'done before everything was marked passed', done],
    ['gray', 'NO_CASES', 'no analysis', null],
    ['gray', 'INTERRUPTED', 'no analysis', null],
    ['gray', 'ENVIRONMENT_FAILURE', 'no analysis', null],
    ['gray', 'LOW_COVERAGE', 'no analysis', null],
  ])('is %s for %s, %s', ([colour, state, , analysis]) => {
    expect(cardColour({ result, findings: { ...findings, state }, analysis })).toBe(colour);
  });

  test.for([
    ['red', 'NEEDS_ACTION'],
    ['green', 'CLEAN'],
    ['gray', undefined],
  ] as const)('is %s if the findings are gone and the round settled as %s', ([colour, state]) => {
    expect(cardColour({ result: { ...result, state }, findings: null, analysis: null })).toBe(colour);
  });
});
