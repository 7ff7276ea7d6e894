import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { SERVICE_VERSION } from '../../functions/platform/values/release/service-version.ts';
import manifest from '../../package.json' with { type: 'json' };

test('docs name the package of the CLI by its present version', () => {
  const files = globSync(['README.md', 'docs/*.md', 'docs/{ci,tutorials}/*']);
  const named = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/replay-regression-cli-([\d.]+)\.tgz/g)].map(
      ([, version]) => `${file} ${version}`,
    ),
  );
  expect(named.length).toBeGreaterThan(0);
  expect(named.filter((one) => !one.endsWith(` ${manifest.version}`))).toEqual([]);
});

test('the service says the version of its package', () => {
  expect(SERVICE_VERSION).toBe(manifest.version);
});
