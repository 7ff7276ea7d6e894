import { describe, expect, test } from 'vitest';
import {
  type NotifiedRound,
  type Recipient,
  recipientsOf,
} from '../../../functions/notifications/domain/recipients.ts';

const round: NotifiedRound = { isNotified: true, state: 'NEEDS_ACTION', event: 'completed', appId: 'shop' };
const webhook: Recipient = { id: 'w', type: 'webhook', appIds: [], onlyOnFailure: false, enabled: true };
const onlyOnFailure = { onlyOnFailure: true };

describe('recipientsOf (spec 6.2)', () => {
  test.for<[notified: boolean, row: string, round: Partial<NotifiedRound>, channel: Partial<Recipient>]>([
    [true, '1: a replay that the trigger started', {}, {}],
    [false, '1: a replay of the console', { isNotified: false }, {}],
    [true, '2: settled', { state: 'CLEAN' }, {}],
    [false, '2: running', { state: 'RUNNING' }, {}],
    [false, '2: not settled', { state: null }, {}],
    [true, '5: completed goes to a bot of vendor A', {}, { type: 'alpha_bot' }],
    [true, '5: completed goes to a bot of vendor B', {}, { type: 'beta_bot' }],
    [true, '5: diagnosed goes to a webhook', { event: 'diagnosed' }, {}],
    [false, '5: diagnosed goes to no bot of vendor A', { event: 'diagnosed' }, { type: 'alpha_bot' }],
    [false, '5: diagnosed goes to no bot of vendor B', { event: 'diagnosed' }, { type: 'beta_bot' }],
    [false, '6: onlyOnFailure, CLEAN', { state: 'CLEAN' }, onlyOnFailure],
    [true, '6: onlyOnFailure, NO_CASES', { state: 'NO_CASES' }, onlyOnFailure],
    [true, '6: onlyOnFailure, INTERRUPTED', { state: 'INTERRUPTED' }, onlyOnFailure],
    [true, '6: onlyOnFailure, ENVIRONMENT_FAILURE', { state: 'ENVIRONMENT_FAILURE' }, onlyOnFailure],
    [true, '6: onlyOnFailure, NEEDS_ACTION', { state: 'NEEDS_ACTION' }, onlyOnFailure],
    [true, '6: onlyOnFailure, REVIEW_ONLY', { state: 'REVIEW_ONLY' }, onlyOnFailure],
    [true, '6: onlyOnFailure, LOW_COVERAGE at 100 percent', { state: 'LOW_COVERAGE' }, onlyOnFailure],
    [false, '6: onlyOnFailure, diagnosed and CLEAN by now', { event: 'diagnosed', state: 'CLEAN' }, onlyOnFailure],
    [true, '6: onlyOnFailure, diagnosed', { event: 'diagnosed' }, onlyOnFailure],
    [false, '7: disabled', {}, { enabled: false }],
    [true, '7: appIds names the application', {}, { appIds: ['pay', 'shop'] }],
    [false, '7: appIds lacks the application', {}, { appIds: ['pay', 'shop2'] }],
    [false, '7: appIds names it in another case', {}, { appIds: ['Shop'] }],
  ])('includes a channel (%s) by rule %s', ([notified, , ofRound, ofChannel]) => {
    const channels = [{ ...webhook, ...ofChannel }];
    expect(recipientsOf({ ...round, ...ofRound, channels })).toEqual(notified ? ['w'] : []);
  });

  test('decides for every channel separately, in the given order', () => {
    const channels = [
      { ...webhook, id: 'b' },
      { ...webhook, id: 'off', enabled: false },
      { ...webhook, id: 'a' },
    ];
    expect(recipientsOf({ ...round, channels })).toEqual(['b', 'a']);
    expect(recipientsOf({ ...round, channels: [] })).toEqual([]);
  });
});

test.for([
  ['cloudevents', ['c']],
  ['slack', []],
  ['teams', []],
] as const)(
  'recipientsOf returns, for the analysis as a separate event and a webhook of the format %s, %j',
  ([format, ids]) => {
    const channel = { id: 'c', type: 'webhook', format, appIds: [], onlyOnFailure: false, enabled: true } as const;
    const diagnosed = { isNotified: true, state: 'NEEDS_ACTION', event: 'diagnosed', appId: 'shop' } as const;
    expect(recipientsOf({ ...diagnosed, channels: [channel] })).toEqual(ids);
  },
);
