import { describe, expect, test } from 'vitest';
import { compileRules } from '../../../functions/compare/domain/rules/rules.ts';
import { judgeRequest } from '../../../functions/noise/domain/judge-request.ts';
import { hasOpenField, openFields, withLater } from '../../../functions/noise/domain/later-facts.ts';
import { chosenForLater, laterTimes, mayBeSentLater } from '../../../functions/noise/domain/later-times.ts';
import {
  type AnswerCounts,
  mergeNoiseFacts,
  type NoiseFacts,
  type NoSecondAnswer,
} from '../../../functions/noise/domain/noise-facts.ts';
import { requestAnswersText, roundAnswersText } from '../../../functions/noise/domain/second-answer-texts.ts';
import { answer, RECORDED_AT, REPLAYED_AT } from './suggested-of.ts';

const RULES = compileRules([], '/o');
interface Given {
  recorded: unknown;
  replayed: unknown;
  again?: unknown;
  later?: unknown[];
  isDataChanged?: boolean;
}
function judged({ recorded, replayed, again, later, isDataChanged = false }: Given): NoiseFacts {
  return judgeRequest(
    {
      operation: '/o',
      request: { method: 'GET', path: '/o', headers: [], body: null, bodyEncoding: 'utf8' },
      recorded: answer(recorded),
      replayed: answer(replayed),
      replayedAgain: again === undefined ? null : answer(again),
      later: later && { responses: later.map((one) => answer(one)), isDataChanged },
      recordedAt: RECORDED_AT,
      replayedAt: REPLAYED_AT,
    },
    RULES,
  );
}
const unexplained = ({ fields }: NoiseFacts) =>
  fields.filter((field) => field.unexplained > 0).map(({ subject }) => subject);

describe('responses some seconds later (interface 3.1 a)', () => {
  const sides = { recorded: { quote: 'low', price: 10 }, replayed: { quote: 'high', price: 12 } };

  test.for<[name: string, given: Partial<Given>, left: string[]]>([
    ['nothing later', {}, ['quote', 'price']],
    ['the same again', { later: [{ quote: 'high', price: 12 }] }, ['quote', 'price']],
    ['another value later', { later: [{ quote: 'mid', price: 12 }] }, ['price']],
    ['another value at the second time', { later: [sides.replayed, { quote: 'mid', price: 12 }] }, ['price']],
    [
      'requests between may have changed both',
      { later: [{ quote: 'mid', price: 15 }], isDataChanged: true },
      ['quote', 'price'],
    ],
    [
      'only what differs between the later ones then moves by itself',
      {
        later: [
          { quote: 'mid', price: 15 },
          { quote: 'low', price: 15 },
        ],
        isDataChanged: true,
      },
      ['price'],
    ],
  ])('leave the unexplained fields for %s', ([, given, left]) => {
    expect(unexplained(judged({ ...sides, ...given }))).toEqual(left);
  });

  test('keep what the immediate response explained, with evidence of one request', () => {
    const first = judged({ ...sides, again: { quote: 'mid', price: 12 } });
    const later = judged({ ...sides, later: [{ quote: 'high', price: 13 }] });
    const both = withLater(first, later);
    expect(unexplained(first)).toEqual(['price']);
    expect(unexplained(both)).toEqual([]);
    expect(both.fields.map(({ requests, sentAgain, reasons }) => [requests, sentAgain, reasons])).toEqual(
      [0, 1].map(() => [1, 1, [{ reason: 'DIFFERS_BETWEEN_REPLAYS', requests: 1, forms: [] }]]),
    );
  });

  test('show that a value which is random by its form follows from content if it is the same later', () => {
    const sums = {
      recorded: { sum: '5f2b8c1de09a4b7791cc0d3e8a6f4417' },
      replayed: { sum: 'c81d7e2f9b034a65d0aa17e3f2b96c58' },
    };
    expect(unexplained(withLater(judged(sums), judged({ ...sums, later: [] })))).toEqual([]);
    expect(unexplained(withLater(judged(sums), judged({ ...sums, later: [sums.replayed] })))).toEqual(['sum']);
  });
});

describe('sending requests again later', () => {
  test.for<[settleMs: number, isDataChanged: boolean, times: number[]]>([
    [0, false, []],
    [1999, false, []],
    [2000, false, [2000]],
    [2000, true, []],
    [6999, true, []],
    [7000, true, [2000, 7000]],
    [180_000, false, [2000, 7000]],
  ])('happens within a settle time of %i ms, with changed data %s', ([settleMs, isDataChanged, times]) => {
    expect(laterTimes(settleMs, isDataChanged)).toEqual(times);
  });

  const counts = (answered: number, why: NoSecondAnswer | null, sent: number): AnswerCounts => ({
    answered,
    without: why === null ? [] : [{ why, requests: 1 }],
    sent,
    sentMs: 0,
  });
  const facts = (secondAnswers: NoiseFacts['secondAnswers']): NoiseFacts => ({
    fields: [],
    changed: [],
    unjudged: [],
    secondAnswers,
  });
  test.for<[name: string, answers: NoiseFacts['secondAnswers'], may: boolean]>([
    ['answered as before', counts(1, null, 1), true],
    ['not sent', counts(0, 'NOT_SENT', 0), true],
    ['its method may change data', counts(0, 'UNSAFE_METHOD', 0), false],
    ['answered with another status', counts(0, 'OTHER_STATUS', 1), false],
    ['not answered', counts(0, 'NO_ANSWER', 1), false],
    ['sent later before', { ...counts(1, null, 1), later: counts(1, null, 2) }, false],
  ])('is possible for a request: %s', ([, answers, may]) => {
    expect(mayBeSentLater(facts(answers))).toBe(may);
  });

  test('includes whole endpoints up to 500 requests, those with the fewest first', () => {
    const requests = [...Array(400).fill('/a'), ...Array(101).fill('/b'), ...Array(399).fill('/c')];
    const chosen = chosenForLater(requests, (one) => one);
    expect([chosen.length, new Set(chosen)]).toEqual([500, new Set(['/b', '/c'])]);
  });

  test('is limited to open fields: without changes of another kind, endpoints that cannot be judged, and explained ones', () => {
    const sides = { recorded: { a: 1, b: 1 }, replayed: { a: 2, b: 2 } };
    const one = judged(sides);
    const round = mergeNoiseFacts([one, { ...facts(undefined), changed: [{ operation: '/o', subject: 'b' }] }]);
    expect(openFields(round).size).toBe(1);
    expect(hasOpenField(one, openFields(round))).toBe(true);
    expect(openFields(mergeNoiseFacts([one, { ...facts(undefined), unjudged: ['/o'] }])).size).toBe(0);
    expect(openFields(mergeNoiseFacts([judged({ ...sides, again: { a: 3, b: 3 } })])).size).toBe(0);
  });

  test('has a text for a request and for a round', () => {
    expect(requestAnswersText(counts(0, 'UNSAFE_METHOD', 0))).toEqual(['Not sent again: its method may change data.']);
    expect(requestAnswersText({ ...counts(1, null, 1), later: counts(0, 'OTHER_STATUS', 1) })).toEqual([
      'Sent again immediately, and answered with the same status.',
      'Some seconds later: sent again, and answered with a different status, which proves nothing.',
    ]);
    const { secondAnswers } = mergeNoiseFacts([
      facts({ ...counts(1, null, 1), later: counts(1, null, 2) }),
      facts(counts(0, 'UNSAFE_METHOD', 0)),
      facts(counts(0, 'UNSAFE_METHOD', 0)),
    ]);
    expect(secondAnswers && roundAnswersText({ ...secondAnswers, tookMs: 7132 })).toEqual([
      'Failing requests, sent again immediately: 1 answered as before; 2 not sent, because their methods may change data.',
      'Sent again some seconds later: 1 answered as before.',
      'Noise reduction sent 3 further requests and ended 7.1 s after the last request of the run.',
    ]);
  });
});
