import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import * as v from 'valibot';
import { PROMISES } from './promises.ts';

/**
 * `npm run proof`: the tests of every promise in their full sizes, one file after the other, and a table of what they
 * measured. `npm run proof -- nemesis` runs the files whose name contains the word.
 */
const ROOT = join(import.meta.dirname, '../..');
/** Where vitest.config.ts has the results written. */
const RESULTS = join(ROOT, 'node_modules/.cache/test-results.json');

const Results = v.object({
  testResults: v.array(
    v.object({
      name: v.string(),
      assertionResults: v.array(
        v.object({
          status: v.string(),
          meta: v.object({
            figures: v.optional(v.array(v.object({ name: v.string(), value: v.number(), unit: v.string() })), []),
          }),
        }),
      ),
    }),
  ),
});

const words = process.argv.slice(2);
const selected = PROMISES.map((one) => ({
  ...one,
  tests: one.tests.filter((file) => words.length === 0 || words.some((word) => file.includes(word))),
})).filter(({ tests }) => tests.length > 0);

if (selected.length === 0) {
  const files = PROMISES.flatMap(({ tests }) => tests).map((file) => basename(file).replace(/\..*/, ''));
  process.stderr.write(`no proof has ${words.join(' or ')} in its name: ${[...new Set(files)].join(', ')}\n`);
  process.exit(1);
}

rmSync(RESULTS, { force: true });
const { status } = spawnSync(
  join(ROOT, 'node_modules/.bin/vitest'),
  ['run', '--no-file-parallelism', ...selected.flatMap(({ tests }) => tests.map((file) => `test/${file}`))],
  { cwd: ROOT, stdio: 'inherit', env: { FUZZ_REQUESTS: '200000', ...process.env, PROOF: 'full' } },
);

const { testResults } = v.parse(Results, JSON.parse(readFileSync(RESULTS, 'utf8')));
for (const { promise, tests } of selected) {
  const results = testResults
    .filter(({ name }) => tests.includes(relative(join(ROOT, 'test'), name)))
    .flatMap(({ assertionResults }) => assertionResults);
  const count = (wanted: string) => results.filter((one) => one.status === wanted).length;
  const skipped = results.length - count('passed') - count('failed');
  process.stdout.write(`\n${promise}\n  ${count('passed')} passed, ${count('failed')} failed, ${skipped} skipped\n`);
  for (const { name, value, unit } of results.flatMap(({ meta }) => meta.figures))
    process.stdout.write(`  ${name.padEnd(64)} ${Number(value.toFixed(2))} ${unit}\n`);
}
process.exitCode = status ?? 1;
