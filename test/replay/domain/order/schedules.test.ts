import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { laneSchedule, orderedSchedule, type Schedule } from '../../../../functions/replay/domain/order/schedules.ts';
import { WAITS_FOR, WINDOWS } from '../../../../functions/replay/domain/order/waits-for.ts';
import type { PlannedCase } from '../../../../functions/replay/domain/results/chunk.ts';

const planned = (item: number, facts: Partial<PlannedCase> = {}): PlannedCase => ({
  item,
  caseId: `c${item}`,
  operation: '/a',
  session: null,
  traceId: '',
  recordedAt: item,
  ...facts,
});

/**
 * Sends by a schedule with some senders, whose requests end in the order that `pick` says; the items in the order of
 * their begin.
 */
function sent<T extends object>(schedule: Schedule<T>, senders: number, pick: (running: number) => number) {
  const log: { begin?: T; end?: T }[] = [];
  const running: T[] = [];
  let isOver = false;
  let mostRunning = 0;
  let idle = senders;
  /** Each idle sender asks once; true if one of them got a request. */
  function ask(last: T | null): boolean {
    const one = schedule.next(last);
    if (one === null || one === 'later') {
      isOver ||= one === null;
      return false;
    }
    idle--;
    running.push(one);
    log.push({ begin: one });
    mostRunning = Math.max(mostRunning, running.length);
    return true;
  }
  while (idle > 0 && ask(null));
  while (running.length > 0) {
    const [ended] = running.splice(pick(running.length), 1);
    if (ended === undefined) throw new Error('nothing was picked');
    log.push({ end: ended });
    idle++;
    if (ask(ended)) while (idle > 0 && ask(null));
  }
  return { log, isOver, mostRunning };
}

const first = () => 0;
const begun = <T>(log: { begin?: T }[]) => log.flatMap(({ begin }) => (begin === undefined ? [] : [begin]));

describe('parallel lanes', () => {
  test('are sent to their end by a sender before the next', () => {
    const [a1, a2, b1, c1] = ['a1', 'a2', 'b1', 'c1'].map((name) => ({ name })) as [object, object, object, object];
    const { log, isOver } = sent(laneSchedule([[a1, a2], [b1], [], [c1]]), 2, first);
    expect(begun(log)).toEqual([a1, b1, a2, c1]);
    expect(isOver).toBe(true);
  });
});

describe.each(['recorded', 'families'] as const)('the order %s', (used) => {
  const waitsFor = WAITS_FOR[used];
  const request = fc.record({
    begin: fc.integer({ min: 0, max: 60 }),
    length: fc.integer({ min: 0, max: 8 }),
    session: fc.constantFrom(null, null, 'a', 'b'),
    method: fc.constantFrom('GET', 'POST'),
    families: fc.subarray(['orders', 'carts', 'users'], { minLength: 1 }),
  });

  test('sends every request once, and none before those that it waits for have ended', () => {
    fc.assert(
      fc.property(
        fc.array(request, { maxLength: 60 }),
        fc.integer({ min: 1, max: 6 }),
        fc.infiniteStream(fc.nat(100)),
        (drawn, senders, picks) => {
          const requests = drawn
            .toSorted((a, b) => a.begin - b.begin)
            .map(({ begin, length, ...facts }, item) => planned(item, { ...facts, span: [begin, begin + length] }));
          const schedule = orderedSchedule(requests, { waitsFor, window: WINDOWS[used] });
          const { log, mostRunning } = sent(schedule, senders, (running) => (picks.next().value ?? 0) % running);
          expect(begun(log).toSorted((a, b) => a.item - b.item)).toEqual(requests);
          expect(mostRunning).toBeLessThanOrEqual(senders);
          const ended = new Set<PlannedCase>();
          for (const { begin, end } of log) {
            if (end) ended.add(end);
            if (!begin) continue;
            const before = requests.slice(0, begin.item).filter((earlier) => waitsFor(begin, earlier, true));
            expect(before.filter((earlier) => !ended.has(earlier))).toEqual([]);
          }
        },
      ),
      { numRuns: 500 },
    );
  });
});

describe('the overlap of requests', () => {
  const spans = (...given: [number, number][]) => given.map((span, item) => planned(item, { span, method: 'POST' }));

  test('is as recorded: requests that overlapped, and no others', () => {
    const requests = spans([0, 10], [5, 8], [9, 12], [12, 13]);
    const schedule = orderedSchedule(requests, { waitsFor: WAITS_FOR.recorded, window: WINDOWS.recorded });
    const { log } = sent(schedule, 10, first);
    expect(log.map(({ begin, end }) => (begin ? `+${begin.item}` : `-${end?.item}`)).join(' ')).toBe(
      '+0 +1 -0 -1 +2 -2 +3 -3',
    );
  });

  test('is as recorded, and a rounded millisecond only delays', () => {
    const [write, read, beside] = spans([0, 2], [1, 3], [1, 5]) as [PlannedCase, PlannedCase, PlannedCase];
    expect(WAITS_FOR.recorded(read, write, true)).toBe(true);
    expect(WAITS_FOR.recorded(beside, read, true)).toBe(false);
  });

  test('is by families: reads and writes of one family wait for each other, and others do not', () => {
    const requests = [
      planned(0, { method: 'POST', families: ['order'] }),
      planned(1, { method: 'GET', families: ['user'] }),
      planned(2, { method: 'GET', families: ['order'] }),
      planned(3, { method: 'GET', families: ['order'] }),
      planned(4, { method: 'DELETE', families: ['order', 'user'] }),
    ];
    const schedule = orderedSchedule(requests, { waitsFor: WAITS_FOR.families, window: WINDOWS.families });
    const { log } = sent(schedule, 10, first);
    expect(log.map(({ begin, end }) => (begin ? `+${begin.item}` : `-${end?.item}`)).join(' ')).toBe(
      '+0 +1 -0 +2 +3 -1 -2 -3 +4 -4',
    );
  });

  test('is by families: a read that overlapped a write waits for it while the write waits for its session', () => {
    const order = { families: ['order'] };
    const requests = [
      planned(0, { session: 'a', method: 'GET', families: ['user'], span: [0, 20] }),
      planned(1, { session: 'a', method: 'POST', ...order, span: [21, 30] }),
      planned(2, { session: 'b', method: 'GET', ...order, span: [25, 29] }),
    ];
    const schedule = orderedSchedule(requests, { waitsFor: WAITS_FOR.families, window: WINDOWS.families });
    expect(begun(sent(schedule, 10, first).log).map(({ item }) => item)).toEqual([0, 1, 2]);
  });
});
