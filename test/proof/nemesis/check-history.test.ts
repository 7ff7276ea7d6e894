import { describe, expect, test } from 'vitest';
import { checkHistory } from './check-history.ts';
import type { EndedRun, Fault, History, Operation, OperationOf, Outcome } from './history.ts';

const at = (begunAt: number, outcome: Outcome = 'acknowledged', status: number | null = 200) => ({
  begunAt,
  endedAt: begunAt + 1,
  status,
  outcome,
});
const record = (caseId: string, begunAt: number, outcome?: Outcome): OperationOf<'record'> => ({
  kind: 'record',
  appId: 'shop',
  caseId,
  path: `/right/${caseId}`,
  ...at(begunAt, outcome),
});
const read = (caseId: string, begunAt: number, isThere: boolean): OperationOf<'read'> => ({
  kind: 'read',
  caseId,
  isThere,
  ...at(begunAt),
});
const addRule = (path: string, begunAt: number, outcome?: Outcome): OperationOf<'add-rule'> => ({
  kind: 'add-rule',
  appId: 'shop',
  path,
  id: path,
  ...at(begunAt, outcome),
});
const deleteRule = (path: string, begunAt: number, outcome?: Outcome): OperationOf<'delete-rule'> => ({
  kind: 'delete-rule',
  appId: 'shop',
  path,
  id: path,
  ...at(begunAt, outcome),
});
const addChannel = (name: string, outcome?: Outcome): OperationOf<'add-channel'> => ({
  kind: 'add-channel',
  name,
  id: name,
  ...at(5, outcome),
});
const trigger = (key: string, id: string | null, outcome?: Outcome): OperationOf<'trigger'> => ({
  kind: 'trigger',
  appId: 'shop',
  key,
  id,
  ...at(10, outcome),
});
const stop = (outcome: Outcome): OperationOf<'stop'> => ({ kind: 'stop', id: 'p', ...at(12, outcome) });
const poll = (begunAt: number, hasCompleted: boolean): OperationOf<'poll'> => ({
  kind: 'poll',
  id: 'p',
  hasCompleted,
  ...at(begunAt),
});
const failedPoll = (status: number): OperationOf<'poll'> => ({
  kind: 'poll',
  id: 'p',
  hasCompleted: null,
  ...at(40, 'unknown', status),
});
const fault = (kind: Fault['kind'], beganAt: number): Fault => ({ kind, beganAt, endedAt: beganAt + 10 });

const RUN: EndedRun = {
  planId: 'p',
  appId: 'shop',
  hasCompleted: true,
  isInterrupted: false,
  totalCases: 2,
  successCases: 1,
  failedCases: 1,
  items: [
    { caseId: 'a', state: 'PASSED', kinds: [] },
    { caseId: 'b', state: 'FAILED', kinds: ['FIELD_VALUE'] },
  ],
};
const CASES = new Map([
  ['a', { appId: 'shop', path: '/right/a' }],
  ['b', { appId: 'shop', path: '/wrong/b' }],
]);
const RECORDED: Operation[] = [record('a', 1), { ...record('b', 2), path: '/wrong/b' }];
const WEBHOOK = { type: 'webhook', channel: 'hook', planId: 'p', eventId: 'e' } as const;
const BOT = { type: 'bot', channel: 'bot', planId: 'p', eventId: null } as const;

/** A history without violations, changed. */
const history = (change: Partial<History>): History => ({
  operations: [
    ...RECORDED,
    addRule('$.r', 3),
    addChannel('hook'),
    trigger('k', 'p'),
    poll(20, true),
    read('a', 5, true),
  ],
  faults: [],
  cases: CASES,
  rules: [{ appId: 'shop', id: '$.r', path: '$.r' }],
  channels: [{ id: 'hook', name: 'hook' }],
  runs: [RUN],
  delivered: [
    { at: 30, ...WEBHOOK },
    { at: 30, ...BOT },
  ],
  truthOf: (path) => (path.startsWith('/wrong/') ? 'FAILED' : 'PASSED'),
  ...change,
});
const and = (...more: Operation[]): Partial<History> => ({ operations: [...history({}).operations, ...more] });
const run = (change: Partial<EndedRun>): Partial<History> => ({ runs: [{ ...RUN, ...change }] });

describe('checkHistory without a violation', () => {
  test.for<[string, Partial<History>]>([
    ['without faults', {}],
    [
      'a write without an answer that happened',
      { ...and(record('c', 3, 'unknown')), cases: new Map([...CASES, ['c', { appId: 'shop', path: '/right/c' }]]) },
    ],
    ['a write without an answer that did not happen', and(record('c', 3, 'unknown'), addRule('$.x', 3, 'unknown'))],
    ['a repeated write of which one was acknowledged', and(record('a', 0, 'unknown'))],
    ['a read before an acknowledgement that misses the case', and(read('a', 0, false))],
    ['a deleted rule', { ...and(deleteRule('$.r', 6)), rules: [] }],
    ['a rule whose deletion had no answer', and(deleteRule('$.r', 6, 'unknown'))],
    ['the same, deleted', { ...and(deleteRule('$.r', 6, 'unknown')), rules: [] }],
    [
      'a run of a trigger without an answer',
      { operations: [...RECORDED, addRule('$.r', 3), addChannel('hook'), trigger('k', null, 'unknown')] },
    ],
    [
      'a run that was stopped',
      { ...and(stop('acknowledged')), ...run({ isInterrupted: true, totalCases: 0, items: [] }) },
    ],
    ['a failed answer during a fault of storage', { ...and(failedPoll(507)), faults: [fault('disk-full', 38)] }],
    [
      'an event that a kill repeats',
      {
        faults: [fault('kill', 31)],
        delivered: [
          { at: 30, ...WEBHOOK },
          { at: 50, ...WEBHOOK },
        ],
      },
    ],
  ])('accepts %s', ([, change]) => {
    expect(checkHistory(history(change))).toEqual([]);
  });
});

describe('checkHistory with a violation', () => {
  test.for<[string, Partial<History>, string]>([
    [
      'a lost case',
      {
        cases: new Map([['b', { appId: 'shop', path: '/wrong/b' }]]),
        runs: [],
        operations: RECORDED,
        rules: [],
        channels: [],
      },
      'case a was acknowledged and is lost',
    ],
    [
      'a refused case',
      { ...and(record('c', 3, 'refused')), cases: new Map([...CASES, ['c', { appId: 'shop', path: '/right/c' }]]) },
      'case c was refused and is there',
    ],
    [
      'a case from nowhere',
      { cases: new Map([...CASES, ['z', { appId: 'shop', path: '/right/z' }]]) },
      'case z was never recorded',
    ],
    [
      'a case with another content',
      { cases: new Map([...CASES, ['a', { appId: 'other', path: '/right/a' }]]) },
      'case a has another content',
    ],
    ['a read that misses a case', and(read('a', 4, false)), 'case a was acknowledged and a later read missed it'],
    [
      'a read before the write',
      and(record('c', 50, 'unknown'), read('c', 4, true)),
      'case c was read before it was recorded',
    ],
    ['a lost rule', { rules: [] }, 'rule shop $.r was acknowledged and is lost'],
    [
      'a refused rule',
      { ...and(addRule('$.x', 3, 'refused')), rules: [...history({}).rules, { appId: 'shop', id: 'x', path: '$.x' }] },
      'rule shop $.x was refused and is there',
    ],
    ['a deleted rule', and(deleteRule('$.r', 6)), 'rule shop $.r was deleted and is there'],
    [
      'a refused deletion',
      { ...and(deleteRule('$.r', 6, 'refused')), rules: [] },
      'rule shop $.r was acknowledged and is lost',
    ],
    ['a rule twice', { rules: [...history({}).rules, ...history({}).rules] }, 'rule shop $.r is there 2 times'],
    [
      'a rule from nowhere',
      { rules: [...history({}).rules, { appId: 'shop', id: 'z', path: '$.z' }] },
      'rule shop $.z was never added',
    ],
    ['a lost channel', { channels: [] }, 'channel hook was acknowledged and is lost'],
    ['a lost run', { runs: [] }, 'run p was acknowledged and is lost'],
    ['a run from nowhere', { runs: [RUN, { ...RUN, planId: 'q' }] }, 'shop has 1 runs that no trigger started'],
    [
      'two runs of one trigger',
      { ...and(trigger('k', 'q')), runs: [RUN, { ...RUN, planId: 'q' }] },
      'trigger k was answered with 2 runs',
    ],
    ['a run without an end', run({ hasCompleted: false }), 'run p did not end'],
    ['a run that runs again', and(poll(25, false)), 'run p was completed and is running again'],
    ['an interrupted run', run({ isInterrupted: true }), 'run p was interrupted and nothing stopped it'],
    [
      'an interrupted run whose stop was refused',
      { ...and(stop('refused')), ...run({ isInterrupted: true }) },
      'run p was interrupted and nothing stopped it',
    ],
    [
      'a wrong result',
      run({
        successCases: 0,
        failedCases: 2,
        items: [{ caseId: 'a', state: 'FAILED', kinds: ['TIMEOUT'] }, ...RUN.items.slice(1)],
      }),
      'run p found a FAILED (TIMEOUT) instead of PASSED',
    ],
    ['wrong counts', run({ totalCases: 3 }), 'run p has other counts than its 2 results'],
    [
      'a case left out',
      run({ totalCases: 1, failedCases: 0, items: RUN.items.slice(0, 1) }),
      'run p does not have b, recorded before it',
    ],
    [
      'a case counted twice',
      run({ totalCases: 3, successCases: 2, items: [...RUN.items, ...RUN.items.slice(0, 1)] }),
      'run p counts a case twice',
    ],
    ['a failed answer without a fault', and(failedPoll(500)), 'poll was answered 500 without a fault of storage'],
    [
      'the same during a kill',
      { ...and(failedPoll(500)), faults: [fault('kill', 38)] },
      'poll was answered 500 without a fault of storage',
    ],
    [
      '502 during a fault of storage',
      { ...and(failedPoll(502)), faults: [fault('disk-full', 38)] },
      'poll was answered 502 without a fault of storage',
    ],
    [
      'a message to a bot twice',
      {
        faults: [fault('kill', 31)],
        delivered: [
          { at: 30, ...BOT },
          { at: 50, ...BOT },
        ],
      },
      'bot of run p got one message 2 times',
    ],
    [
      'an event twice without a fault',
      {
        delivered: [
          { at: 30, ...WEBHOOK },
          { at: 50, ...WEBHOOK },
        ],
      },
      'hook of run p got one event again without a fault',
    ],
    [
      'an event under another id',
      {
        faults: [fault('kill', 31)],
        delivered: [
          { at: 30, ...WEBHOOK },
          { at: 50, ...WEBHOOK, eventId: 'f' },
        ],
      },
      'hook of run p got one event under 2 ids',
    ],
    [
      'a process that died',
      { faults: [{ ...fault('flaky', 3), lastWords: 'EIO' }] },
      'the service ended during flaky: EIO',
    ],
  ])('rejects %s', ([, change, violation]) => {
    expect(checkHistory(history(change))).toEqual([violation]);
  });
});
