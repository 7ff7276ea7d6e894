import { expect, test } from 'vitest';
import {
  elapsedForm,
  MAX_AGE_DRIFT_MS,
  MIN_PASSED_MS,
} from '../../../../functions/compare/domain/generated/elapsed-time.ts';
import { fieldValue } from '../../../../functions/compare/domain/generated/field-value.ts';
import { measuredForm } from '../../../../functions/compare/domain/generated/measured-duration.ts';

const HOUR = 3_600_000;
const of = (value: unknown) => {
  const found = fieldValue(JSON.stringify(value));
  if (found === null) throw new Error('no field value');
  return found;
};
const elapsed = (name: string, recorded: unknown, replayed: unknown, passed: number) =>
  elapsedForm(of(recorded), of(replayed), name, { recordedAt: 1e12, replayedAt: 1e12 + passed });

test.for<[form: string | null, recorded: string, replayed: string, passed: number]>([
  ['time in words', '3 minutes ago', '1 day ago', 29 * HOUR],
  ['time in words', 'just now', '2 hours ago', 2 * HOUR],
  ['time in words', 'in 5 hours', 'in 1 hour', 4 * HOUR],
  [null, 'in 5 hours', 'in 3 hours', 2 * HOUR],
  ['time in words', 'in 1 hour', 'an hour ago', 2 * HOUR],
  ['time in words', 'about 2 days ago', '3 days ago', 24 * HOUR],
  [null, '3 minutes ago', '3 days ago', 29 * HOUR],
  [null, '3 minutes ago', 'in 1 day', 29 * HOUR],
  [null, '5 days ago', '7 days ago', 24 * HOUR],
  [null, '5 days ago', '4 days ago', 24 * HOUR],
  [null, '1 year ago', '2 years ago', 24 * HOUR],
  [null, '3 minutes ago', 'never', 29 * HOUR],
  [null, '3 minutes ago', '2 hours ago', MIN_PASSED_MS - 1],
  [null, '3 seats left', '1 seat left', 29 * HOUR],
])('the form of elapsed time is %s: %s, %s', ([form, recorded, replayed, passed]) => {
  expect(elapsed('seen', recorded, replayed, passed)).toBe(form);
});

test.for<[form: string | null, why: string, name: string, recorded: number, replayed: number]>([
  ['seconds that pass', 'the uptime of one process', 'uptime', 100, 100 + 7200],
  ['seconds that pass', 'with fractions', 'uptime', 100.25, 100.5 + 7200],
  ['milliseconds that pass', 'in ms', 'ageMs', 100, 100 + 2 * HOUR],
  ['milliseconds that pass', 'the most that it may drift', 'ageMs', 100, 100 + 2 * HOUR + MAX_AGE_DRIFT_MS],
  [null, 'a ms more', 'ageMs', 100, 101 + 2 * HOUR + MAX_AGE_DRIFT_MS],
  ['seconds that pass', 'what remains', 'expires_in', 90_000, 90_000 - 7200],
  [null, 'any other name', 'price', 100, 100 + 7200],
  [null, 'another process', 'uptime', 99_999, 12],
])('the form of an age is %s: %s', ([form, , name, recorded, replayed]) => {
  expect(elapsed(name, recorded, replayed, 2 * HOUR)).toBe(form);
});

test.for<[form: string | null, name: string, recorded: unknown, replayed: unknown]>([
  ['measured number', 'took', 12, 340],
  ['measured number', 'elapsedMs', 12.5, 3],
  ['measured number', 'response_time', 0.0123, 0.5],
  ['measured duration', 'took', '12ms', '9.5ms'],
  ['measured duration', 'uptime', '5h 2m 1s', '2m 13s'],
  ['measured duration', 'processingTime', '00:00:01.234', '00:00:00.021'],
  ['measured duration', 'took', 'PT0.5S', 'PT1M2S'],
  [null, 'took', '12ms', '12s'],
  [null, 'took', 12, '12'],
  [null, 'took', -1, 12],
  [null, 'uptime', 99.95, 98.2],
  [null, 'duration', '2m 13s', '2m 14s'],
  [null, 'runtime', 120, 95],
  [null, 'queryTime', 1_795_255_200, 1_795_255_300],
  [null, 'price', 12, 340],
  [null, 'total', '12ms', '9.5ms'],
  [null, 'took', 'long', 'short'],
])('the form of a measurement is %s: %s, %j, %j', ([form, name, recorded, replayed]) => {
  expect(measuredForm(of(recorded), of(replayed), name)).toBe(form);
});
