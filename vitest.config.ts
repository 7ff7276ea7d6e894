import { randomInt } from 'node:crypto';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { configDefaults, defineConfig } from 'vitest/config';
import { PATIENCE } from './test/support/patience.ts';

/** What is random in tests follows from it: `TEST_SEED=… npm test` repeats a run. */
if (process.env.TEST_SEED === undefined) {
  process.env.TEST_SEED = String(randomInt(2 ** 31));
  process.stdout.write(`TEST_SEED=${process.env.TEST_SEED}\n`);
}
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, 'node_modules/.cache/compiled');

/** Starts processes, listens or connects, or takes long: services, DynamoDB, CLI, templates. */
const PROCESS = 'test/**/*.process.test.ts';
/** Looks at pages in Chromium. */
const BROWSER = 'test/**/*.browser.test.ts';

/** The service and `replay`, which tests start often, are each bundled into one file first. */
const BUNDLES = ['test/setup/bundle-service.ts', 'test/setup/bundle-cli.ts', 'test/setup/bundle-agent.ts'];
/** Processes take what time the machine gives them; these limits are for those that hang. */
const PATIENT = { testTimeout: 180_000, hookTimeout: 180_000 };

export default defineConfig({
  test: {
    // Two cores: tests wait for more than half of their time, in which other files can run.
    maxWorkers: 5,
    // A worker runs many files, which share what they import.
    isolate: false,
    // Node runs the sources as they are, in tests too.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    globalSetup: 'test/setup/install-packages.ts',
    setupFiles: ['test/setup/hold-functions.ts', 'test/setup/seed.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: PATIENCE },
    coverage: {
      provider: 'v8',
      include: ['functions/**/domain/**/*.ts'],
      reporter: [['text', { skipFull: true }]],
      // Each domain has its own threshold, so that one cannot hide another.
      thresholds: Object.fromEntries(globSync('functions/**/domain').map((domain) => [`${domain}/**`, { lines: 95 }])),
    },
    reporters: ['default', ['json', { outputFile: 'node_modules/.cache/test-results.json' }]],
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          // They compute all the time: more workers than cores would only import the sources more often.
          maxWorkers: 2,
          // Vitest runs projects of different numbers of workers one after the other.
          sequence: { groupOrder: 1 },
          include: ['test/**/*.test.ts'],
          exclude: [...configDefaults.exclude, PROCESS, BROWSER],
          setupFiles: ['test/setup/unit-guard.ts'],
        },
      },
      { extends: true, test: { name: 'process', include: [PROCESS], globalSetup: BUNDLES, ...PATIENT } },
      { extends: true, test: { name: 'browser', include: [BROWSER], globalSetup: BUNDLES, ...PATIENT } },
    ],
  },
});
