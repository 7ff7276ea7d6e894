import { describe, expect, test } from 'vitest';
import {
  nextSlot,
  type Pace,
  paceAfter,
  qps,
  startDelay,
  startingPace,
} from '../../../functions/replay/domain/pace.ts';

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

describe('the pace of a run', () => {
  /** When the workers of a run send the first cases of their chunks, each chunk in a new process. */
  function sentBy({ workers, maxQps, chunks, cases }: Record<'workers' | 'maxQps' | 'chunks' | 'cases', number>) {
    const free = Array.from({ length: workers }, () => NOW);
    const sent: number[] = [];
    for (let chunk = 0; chunk < chunks; chunk++) {
      // The worker that is free first takes the next chunk, as a Map does.
      const worker = free.indexOf(Math.min(...free));
      let now = free[worker] ?? NOW;
      let pace: Pace = { ...startingPace(maxQps / workers, now, startDelay(chunk, workers)), step: 3 };
      for (let one = 0; one < cases; one++) {
        const slot = nextSlot(pace, now);
        sent.push(slot.at);
        now = slot.at;
        pace = slot.pace;
      }
      free[worker] = now;
    }
    return sent.toSorted((a, b) => a - b);
  }

  test.for([
    [1, 200],
    [10, 200],
    [40, 2_000],
    [200, 10_000],
    [200, 15_000],
  ] as const)('is exact with %i workers at %i requests per second', ([workers, maxQps]) => {
    const sent = sentBy({ workers, maxQps, chunks: workers * 4, cases: 50 });
    const begins = sent.keys().filter((at) => at % 97 === 0);
    for (const at of begins) {
      const from = sent[at] ?? 0;
      const within = sent.slice(at).findIndex((time) => time >= from + 1000);
      // One request of each worker may be at the edge of the second.
      if (within > 0) expect(within).toBeLessThanOrEqual(maxQps + workers);
    }
    // From the first request to the last one, no faster than the pace.
    const seconds = ((sent.at(-1) ?? 0) - (sent[0] ?? 0)) / 1000;
    expect(sent.length / maxQps).toBeLessThanOrEqual(seconds + 2 * (workers / maxQps));
    expect(sent.length / maxQps).toBeGreaterThan(seconds * 0.9);
  });

  test('begins with the requests of its workers spread over an interval', () => {
    const firsts = Array.from(
      { length: 200 },
      (_, chunk) => startingPace(50, NOW, startDelay(chunk, 200)).nextAt - NOW,
    );
    const steps = firsts.slice(1).map((at, index) => at - (firsts[index] ?? 0));
    for (const step of steps) expect(step).toBeCloseTo(1000 / (50 * 0.3) / 200, 3);
  });
});
