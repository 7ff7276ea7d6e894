import { expect, test } from 'vitest';
import { checkedAnswers, type LoggedAnswer } from './answer-log.ts';

const answer = (replayId: string, caseId: string, n: number | null, of = caseId): LoggedAnswer => ({
  replayId,
  caseId,
  answer: n === null ? null : { caseId: of, n },
});

test.for<[faults: number, name: string, log: LoggedAnswer[]]>([
  [0, 'each another recording', [answer('r', 'a', 0), answer('r', 'a', 1), answer('s', 'b', 0)]],
  [0, 'the same recordings in another replay', [answer('r', 'a', 0), answer('s', 'a', 0)]],
  [2, 'one recording twice', [answer('r', 'a', 0), answer('r', 'a', 0)]],
  [1, 'cross-talk', [answer('r', 'a', 0, 'b')]],
  [1, 'no answer', [answer('r', 'a', null)]],
  [1, 'more than there are', [answer('r', 'a', 0), answer('r', 'a', 1), answer('r', 'a', 2)]],
])('checkedAnswers finds %i faults: %s', ([faults, , log]) => {
  expect(checkedAnswers(log, 2)).toHaveLength(faults);
});
