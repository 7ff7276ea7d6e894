import { join } from 'node:path';
import { FUNCTION_ENTRIES } from '../../functions/composition/aws/function-entries.ts';
import { bundlesIn, storeBundles } from '../../lib/built-bundles.ts';
import type { WriteBundle } from '../../lib/bundle.ts';
import { bundleFunctions } from '../../lib/bundle.ts';
import { madeOnce } from '../support/made/made-once.ts';
import { sourcesDigest } from '../support/made/sources-digest.ts';

/** What was made of sources that are deployed. */
export const DEPLOYED_CACHE = join(import.meta.dirname, '../../node_modules/.cache/test-deployed');

/** What a deployment follows from, besides its settings. */
export const DEPLOYED_SOURCES = [
  '{functions,lib}/**/*.ts',
  'functions/**/*.{css,js,svg}',
  'state-machines/*.json',
  'cdk.json',
  '{.,lib}/package-lock.json',
];

/** The bundles of all functions, which take half a minute: one of all workers makes them of the present sources. */
export async function functionBundles(): Promise<WriteBundle> {
  const folder = join(DEPLOYED_CACHE, `bundles-${sourcesDigest(DEPLOYED_SOURCES)}`);
  return bundlesIn(
    await madeOnce(folder, async (work) => storeBundles(work, FUNCTION_ENTRIES.keys(), await bundleFunctions())),
  );
}
