import { relative } from 'node:path';
import fc from 'fast-check';
import { expect } from 'vitest';
import { restartRandom, TEST_SEED } from '../support/test-random.ts';

/** Before each test file: its random numbers, and the properties of fast-check, follow from the seed of the run. */
restartRandom(relative(process.cwd(), expect.getState().testPath ?? ''));
fc.configureGlobal({ seed: TEST_SEED });
