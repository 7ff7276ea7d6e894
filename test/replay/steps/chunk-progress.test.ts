import { expect, test } from 'vitest';
import { takesTurns } from '../../../functions/replay/steps/chunk-progress.ts';

test.for([1, 10, 11, 40, 200])('of %i workers, at most ten read the progress of all in any second', (workers) => {
  const turns = Array.from({ length: workers }, (_, chunk) => takesTurns(chunk, workers));
  const seconds = Array.from({ length: 60 }, () => turns.filter((mayRead) => mayRead()).length);
  expect(Math.max(...seconds)).toBeLessThanOrEqual(10);
  expect(Math.min(...seconds)).toBeGreaterThan(0);
  // And each of them does in time.
  for (const mayRead of turns) expect(Array.from({ length: 20 }, mayRead)).toContain(true);
});
