import { expect, test } from 'vitest';
import { clockGuard } from '../../../functions/platform/time/clock-guard.ts';

const START = Date.parse('2026-11-20T10:00:00Z');
const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** A guard over a monotonic clock, and a wall clock that may be set. */
function guarded() {
  const clock = { elapsed: 12_345, set: 0 };
  const lines: [level: string, message: string, facts: unknown][] = [];
  const keep = (level: string) => (message: string, facts?: unknown) => void lines.push([level, message, facts]);
  const guard = clockGuard({
    now: () => START + clock.elapsed - 12_345 + clock.set,
    elapsed: () => clock.elapsed,
    log: { debug: keep('debug'), info: keep('info'), warn: keep('warn'), error: keep('error') },
  });
  return { clock, guard, lines };
}

test.for<[string, number, number]>([
  ['as it was', 0, 0],
  ['-45 s', -45 * SECOND, -45 * SECOND],
  ['+45 s', 45 * SECOND, 45 * SECOND],
  ['+5 min', 5 * MINUTE, 5 * MINUTE],
  ['a ms more', 5 * MINUTE + 1, 0],
  ['-5 min', -5 * MINUTE, -5 * MINUTE],
  ['+1 h', HOUR, 0],
  ['-1 h', -HOUR, -HOUR],
  ['+91 days', 91 * DAY, 0],
  ['-91 days', -91 * DAY, -91 * DAY],
])('a wall clock set by %s (%i ms) moves the expiry of data, an hour after the start, by %i ms', (row) => {
  const [, set, moved] = row;
  const { clock, guard } = guarded();
  clock.elapsed += HOUR;
  clock.set = set;
  expect(guard.expiry()).toBe(START + HOUR + moved);
  expect(guard.counted()).toBe(START + HOUR);
});

test('counted times are whole, as in rows', () => {
  const { clock, guard } = guarded();
  clock.elapsed += 0.25;
  expect(guard.counted()).toBe(START);
});

test('one line says that the clocks differ, and one that they agree again', () => {
  const { clock, guard, lines } = guarded();
  guard.expiry();
  expect(lines).toEqual([]);
  clock.set = 91 * DAY;
  for (let count = 0; count < 3; count++) guard.expiry();
  expect(lines).toEqual([['warn', expect.stringContaining('until a restart'), { apart_seconds: 91 * 86_400 }]]);
  clock.set = 0;
  guard.expiry();
  guard.expiry();
  expect(lines.slice(1)).toEqual([['info', expect.any(String), { apart_seconds: 0 }]]);
});
