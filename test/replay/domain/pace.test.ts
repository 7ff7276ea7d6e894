import { describe, expect, test } from 'vitest';
import { nextSlot, type Pace, paceAfter, qps, startingPace } from '../../../functions/replay/domain/pace.ts';

const NOW = 1_700_000_000_000;
const having = (pace: Pace, outcome: 'success' | 'error', times: number) =>
  Array.from({ length: times }).reduce<Pace>((last) => paceAfter(last, outcome), pace);
const start = startingPace(100, NOW);

describe('the ramp (facts: QPS of the AREX scheduler)', () => {
  test.for<[number, number]>([
    [0, 30],
    [19, 30],
    [20, 50],
    [39, 50],
    [40, 70],
    [59, 70],
    [60, 100],
    [1000, 100],
  ])('allows after %i successes %i requests per second of 100', ([successes, rate]) => {
    expect(qps(having(start, 'success', successes))).toBe(rate);
  });

  test.for<[string, Pace, number]>([
    ['one step down', having(having(start, 'success', 60), 'error', 1), 70],
    ['two steps down', having(having(start, 'success', 60), 'error', 2), 50],
    ['never below the first step', having(start, 'error', 10), 30],
    ['99 successes after an error are not enough', having(having(start, 'error', 1), 'success', 99), 30],
    ['100 successes are enough', having(having(start, 'error', 1), 'success', 100), 50],
    ['20 more are enough for the next step', having(having(start, 'error', 1), 'success', 120), 70],
    ['an error restarts the count', having(having(having(start, 'success', 19), 'error', 1), 'success', 1), 30],
  ])('follows errors: %s', ([, pace, rate]) => {
    expect(qps(pace)).toBe(rate);
  });
});

describe('the time of the next request', () => {
  test('is as far from the previous one as the rate says', () => {
    const first = nextSlot(startingPace(10, NOW), NOW);
    const second = nextSlot(first.pace, NOW);
    expect(first.at).toBe(NOW);
    expect(second.at).toBeCloseTo(NOW + 1000 / 3, 3);
  });

  test('makes up for a small delay, so that late timers do not lower the rate', () => {
    const pace = { ...startingPace(100, NOW), step: 3 };
    const late = nextSlot(pace, NOW + 30);
    expect(late.at).toBe(NOW + 30);
    expect(late.pace.nextAt).toBe(NOW + 10);
  });

  test('allows no burst after a long pause', () => {
    let { pace } = nextSlot({ ...startingPace(100, NOW), step: 3 }, NOW);
    const later = NOW + 60_000;
    let sent = 0;
    for (let turn = nextSlot(pace, later); turn.at === later; turn = nextSlot(pace, later)) {
      sent += 1;
      pace = turn.pace;
    }
    expect(sent).toBe(6);
  });

  test.for([0.1, 1, 37, 500])('allows at most maxQps requests in a second: %d', (maxQps) => {
    let pace: Pace = { ...startingPace(maxQps, NOW), step: 3 };
    let sent = 0;
    for (let turn = nextSlot(pace, NOW); turn.at < NOW + 1000; turn = nextSlot(pace, Math.max(NOW, turn.at))) {
      sent += 1;
      pace = turn.pace;
    }
    expect(sent).toBe(Math.ceil(maxQps));
  });
});
