import { expect, test } from 'vitest';
import type { ChangesSince, RunChanges } from '../../../../functions/findings/service/run-changes.ts';
import { changesFoot } from '../../../../functions/report/pages/report/changes-foot.ts';

const since = (planName: string, same: number): ChangesSince =>
  ({ plan: { planId: planName, planName }, new: [], gone: [], same: Array(same) }) as unknown as ChangesSince; // nothing else is read

const textOf = async (changes: RunChanges, expected: number) =>
  String(await changesFoot('now', changes, { changes: Array(expected) }))
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();

test.for<[RunChanges, expected: number, words: string]>([
  [
    { previous: null, clean: null, isPreviousClean: false },
    0,
    'The first run of this application: nothing to compare with',
  ],
  [
    { previous: since('Tuesday', 2), clean: since('Monday', 1), isPreviousClean: false },
    0,
    'Since the previous run, Tuesday : 0 new 0 gone 2 same Since the last clean run, Monday : 0 new 0 gone 1 same',
  ],
  [
    { previous: since('Tuesday', 2), clean: null, isPreviousClean: true },
    3,
    'Since the last clean run, Tuesday : 0 new 0 gone 2 same 3 expected',
  ],
])('the foot of changes names the runs that it compares with: %#', async ([changes, expected, words]) => {
  expect(await textOf(changes, expected)).toBe(words);
});
