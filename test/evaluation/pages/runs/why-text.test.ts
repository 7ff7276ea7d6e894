import { expect, test } from 'vitest';
import { rulesNote } from '../../../../functions/evaluation/pages/runs/why-text.ts';

const decided = (...outcomes: string[]) =>
  ({ decision: { rules: outcomes.map((outcome) => ({ outcome })) } }) as unknown as Parameters<typeof rulesNote>[0]; // nothing else is read

test.for([
  [['pass', 'fail', 'skipped', 'pass'], '2 of 4 rules'],
  [['pass'], '1 of 1 rule'],
  [[], null],
] as const)('of rules with the outcomes %j, the list says %s', ([outcomes, note]) => {
  expect(rulesNote(decided(...outcomes))).toBe(note);
});
