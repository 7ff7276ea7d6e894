import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { sourceFiles } from '../../bin/import-graph.ts';
import { JOBS } from '../../functions/composition/jobs.ts';

test('every job of a capability is registered for threads under a unique name', () => {
  const declared = sourceFiles()
    .filter(({ path }) => path.startsWith('functions/') && path !== 'functions/platform/values/job.ts')
    .flatMap(({ path }) => [...readFileSync(path, 'utf8').matchAll(/\bjob\(\s*'([^']+)'/g)].map(([, name]) => name));
  const known = JOBS.map(({ name }) => name);
  expect(declared.toSorted()).toEqual(known.toSorted());
  expect(new Set(known).size).toBe(known.length);
});
